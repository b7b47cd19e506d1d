/** What would turn a text around or hide in it: controls, and marks of direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A text is cut after so many signs until somebody wants all of it. */
export const MOST_SIGNS = 50_000

/**
 * A text of a stranger: what nobody would see in it is written as in JSON.
 * @param {string} text
 */
export const visible = (text) =>
  text.replaceAll(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : [...sign].map(escaped).join('')))

/** @param {string} sign */
const escaped = (sign) =>
  Array.from(
    { length: sign.length },
    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/**
 * A body as it is shown.
 * @param {unknown} body what its JSON says, or its text
 */
export const bodyText = (body) => visible(typeof body === 'string' ? body : JSON.stringify(body, null, 2))

/**
 * Hours, minutes and seconds of a time, as the mock's clock has it.
 * @param {string} at ISO 8601
 */
export const timeOf = (at) => at.slice(11, 19)

/** @param {string} at ISO 8601 */
export const dateAndTime = (at) => `${at.slice(0, 10)} ${at.slice(11, 19)}`

/** @param {number} ms */
export const milliseconds = (ms) => (ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`)

/**
 * `1 request`, `2 requests`
 * @param {number} count
 * @param {string} noun
 */
export const counted = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
