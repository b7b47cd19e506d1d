import { live } from './live.js'

const narrow = matchMedia('(max-width: 760px)')

narrow.addEventListener('change', () => live.tell())

/** Of a row of a list, in pixels: on a phone it has two lines. */
export const rowHeight = () => (narrow.matches ? 58 : 34)
