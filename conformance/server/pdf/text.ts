/** Text without what extraction may change: white space, letter case, ligatures. */
const bare = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

/** Whether a document's text holds a probe, however lines break. */
export const shows = (text: string, probe: string): boolean =>
  bareForms(text).some((form) => form.includes(bare(probe)))

/** How often a document's text shows a probe. */
export const timesShown = (text: string, probe: string): number =>
  (bareForms(text)[0] ?? '').split(bare(probe)).length - 1

/** A document is looked through for many probes in a row. */
let last: { readonly text: string; readonly forms: readonly string[] } = { text: '', forms: [''] }

function bareForms(text: string): readonly string[] {
  if (text !== last.text) last = { text, forms: [bare(text), bare(unbroken(text))] }
  return last.forms
}

/** Words that a line's end has broken, joined again. */
const unbroken = (text: string) => text.replaceAll(/\u00ad|(?<=\p{L})[-\u2010]\s*\n\s*(?=\p{L})/gu, '')

/** Words without digits: dates and numbers may differ between two makings of one document. */
export function wordsOf(text: string): string[] {
  return tokens(text).filter((token) => /\p{L}/u.test(token) && !/\d/.test(token) && !HALF_DAY.has(token))
}

const HALF_DAY = new Set(['am', 'pm'])

const tokens = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '')

const figures = (text: string) => text.split(/\s+/).filter((token) => /\d/.test(token)).length

/** Whether two texts are two makings of one document: the same words, and as many figures. */
export function sameContent(a: string, b: string): boolean {
  return wordsOf(a).toSorted().join(' ') === wordsOf(b).toSorted().join(' ') && figures(a) === figures(b)
}

/** How much two texts have in common: shared words of all words, 0 to 1. */
export function likeness(a: string, b: string): number {
  const [left, right] = [new Set(wordsOf(a)), new Set(wordsOf(b))]
  const shared = [...left].filter((word) => right.has(word)).length
  return shared / Math.max(1, left.size + right.size - shared)
}

/** What of a PDF differs between two makings of one document: its dates and identifiers. */
const VOLATILE = [
  /\/(?:CreationDate|ModDate)\s*(?:\((?:\\.|[^\\)])*\)|<[^<>]*>)/g,
  /\/ID\s*\[[^\]]*\]/g,
  /<(xmp:(?:Create|Modify|Metadata)Date|xmpMM:\w+ID)>[^<]*<\/\1>/g,
]

/** The bytes of a PDF without its dates and identifiers, as latin1. */
export function withoutDates(bytes: Buffer): string {
  return VOLATILE.reduce((text, pattern) => text.replaceAll(pattern, ''), bytes.toString('latin1'))
}
