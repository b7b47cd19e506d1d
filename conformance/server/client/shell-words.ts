/** Control characters, and those that turn the direction of writing: they would change what a person sees. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** What a log of CI would take for a command. */
const COMMAND = /(?<=##)\[|(?<=^|\s):(?=:)/g

/** A text as one word of a line for bash, in quotes whatever it is. */
export function quoted(text: string): string {
  if (text.search(UNSEEN) < 0 && text.search(COMMAND) < 0)
    return `'${text.replaceAll("'", String.raw`'\''`)}'`
  return `$'${text
    .replaceAll(/[\\']/g, String.raw`\$&`)
    .replaceAll(UNSEEN, escaped)
    .replaceAll(COMMAND, escaped)}'`
}

const ESCAPES: { [character: string]: string } = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}
/** As bytes of UTF-8, whatever the shell's locale. */
const escaped = (character: string) =>
  ESCAPES[character] ??
  [...Buffer.from(character)].map((byte) => String.raw`\x${byte.toString(16).padStart(2, '0')}`).join('')

/** A text as one word of a line for bash, in quotes where it needs them. */
export const shellWord = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : quoted(text))
