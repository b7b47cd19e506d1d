/** Characters that steer a terminal or turn the direction of writing. */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * What a log of CI takes for a command: `##[` anywhere, `::` where a line may begin. Logs trim lines, and reports wrap
 * them, so that any white space may come to stand before a line's beginning.
 */
const COMMAND = /##(?=\[)|(?<=^|[\s\u0085]):(?=:)/g

/** Text on one line that steers nothing: what the server sent stays text, to terminals and to logs of CI. */
export function oneLine(text: string): string {
  return text
    .replaceAll(STEERING, visible)
    .replaceAll(COMMAND, (found) => found.slice(0, -1) + escape(found.at(-1) ?? ''))
}

/** As `oneLine`, but lines stay lines. */
export function lines(text: string): string[] {
  return text.replaceAll('\r\n', '\n').split('\n').map(oneLine)
}

const SHORT: Record<string, string> = { '\n': '⏎', '\r': '␍', '\t': '␉' }

const visible = (character: string) =>
  SHORT[character] ??
  (character < ' ' ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : escape(character))

const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** JSON in which no text is a command to a log of CI, nor a line end to anything that reads it: the same value. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /##(?=\[)|[\u007f-\u009f\u2028\u2029]/g,
    (found) => found.slice(0, -1) + escape(found.at(-1) ?? ''),
  )
}

/** Cut to a length, the cut told by `…`. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1))}…`
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

export const plural = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`

/** Pieces of a text, such as its words, in lines of no more than so many columns, unless one piece is longer. */
export function wrapped(pieces: readonly string[], width: number): string[] {
  const rows: string[] = []
  for (const piece of pieces) {
    const row = rows.at(-1)
    if (row === undefined || row.length + 1 + piece.length > width) rows.push(piece)
    else rows[rows.length - 1] = `${row} ${piece}`
  }
  return rows
}
