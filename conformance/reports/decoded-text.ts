/** A text with its escapes decoded, and where each of its units was written. */
export interface DecodedText {
  readonly text: string
  /** The place in the written text where the unit at a place of `text` begins; one more at the end. */
  placeOf(at: number): number
}

/** Escapes of JSON and HTML, and percent-encoded UTF-8 of one character. */
const ESCAPE =
  /\\u[\da-f]{4}|\\["\\/bfnrt]|%[0-7][\da-f]|%[cd][\da-f]%[\da-f]{2}|%e[\da-f](?:%[\da-f]{2}){2}|%f[0-7](?:%[\da-f]{2}){3}|&#\d{1,7};|&#x[\da-f]{1,6};|&(?:amp|lt|gt|quot|apos);/gi

/** Decodes every escape once, so that a value is found in whatever form it was written. */
export function decodedText(written: string): DecodedText {
  if (!/[\\%&]/.test(written)) return { text: written, placeOf: (at) => at }
  const places: number[] = []
  let text = ''
  const add = (piece: string, at: number, step: 0 | 1) => {
    text += piece
    for (let unit = 0; unit < piece.length; unit++) places.push(at + unit * step)
  }
  let end = 0
  for (const match of written.matchAll(ESCAPE)) {
    add(written.slice(end, match.index), end, 1)
    end = match.index + match[0].length
    add(characterOf(match[0]), match.index, 0)
  }
  add(written.slice(end), end, 1)
  return { text, placeOf: (at) => places[at] ?? written.length }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** The character of an escape; the escape itself where it is invalid. */
function characterOf(escape: string): string {
  if (escape.startsWith('%')) return percentDecoded(escape)
  if (/^\\u/i.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(2), 16))
  if (escape.startsWith('\\')) return CONTROLS[escape.slice(1)] ?? escape.slice(1)
  if (!escape.startsWith('&#')) return ENTITIES[escape.slice(1, -1).toLowerCase()] ?? escape
  const code = Number(escape.slice(2, -1).replace(/^x/i, '0x'))
  return code <= 0x10_ffff ? String.fromCodePoint(code) : escape
}

function percentDecoded(escape: string): string {
  try {
    return decodeURIComponent(escape)
  } catch {
    return escape
  }
}
