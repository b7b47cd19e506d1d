/** Characters of code spans and addresses: a run of them is one word. */
const CODE = '\u{E000}'
/** Characters that a reader does not see, such as the stars of bold text. */
const HIDDEN = '\u{E001}'

const fill = (character: string) => (text: string) => character.repeat(text.length)
const hide = fill(HIDDEN)

/**
 * Marks code and hides Markdown's own characters. The result has the length of the text, so offsets stay true.
 */
export function masked(text: string): string {
  return text
    .replaceAll(/(`+)[^`](?:[^]*?[^`])?\1(?!`)/g, fill(CODE))
    .replaceAll(/<!--[^]*?-->/g, hide)
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, hide)
    .replaceAll(/\]\([^)]*\)|\]\[[^\]]*\]/g, hide)
    .replaceAll(/<?https?:\/\/[^\s)>]*[^\s)>.,;:]>?/g, fill(CODE))
    .replaceAll(/<\/?[a-z][^<>]*>/gi, hide)
    .replaceAll(/\*\*|__|\*(?=\S)|(?<=\S)\*|[[\]]|(?<![\w])_(?=\w)|(?<=\w)_(?![\w])/g, hide)
}

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|resp|incl|St|Mr|Dr)|\b[A-Z])\.$/
const SENTENCE_END = /[.!?…]+["'”’)\u{E001}]*(?=\s)/gu
const SENTENCE_START = /^\s*["'“‘(\u{E001}]*(?:\p{Lu}|\p{N}|\u{E000})/u

/** A label at the start of a list item or a comment, such as `--port:` or **Fixed:**. */
const LABEL =
  /^\s*\u{E001}*(?:\u{E000}+(?:,? (?:\u{E000}+|or|and|to|…))*|\u{E001}+[^.!?\u{E001}]{1,80}\u{E001}+|(?:[\w-]+ ){0,3}[\w-]+)\u{E001}*(?::\u{E001}*| [—–-])(?=\s)/u

interface Sentence {
  /** As written. */
  readonly text: string
  /** As read: code is marked, and what a reader does not see is left out. */
  readonly read: string
  readonly offset: number
}

/** The sentences of a passage; a label before the first counts as one. */
export function sentencesOf(text: string): Sentence[] {
  const mask = masked(text)
  const label = LABEL.exec(mask)?.[0].length ?? 0
  const ends = [...mask.matchAll(SENTENCE_END)]
    .map((match) => match.index + match[0].length)
    .filter((end) => !ABBREVIATION.test(mask.slice(0, end)) && SENTENCE_START.test(mask.slice(end)))
  const starts = [...new Set([0, label, ...ends.filter((end) => end > label)])]
  return starts
    .map((start, index) => {
      const from = start + (/^\s*/.exec(mask.slice(start))?.[0].length ?? 0)
      const to = starts[index + 1] ?? text.length
      return { text: text.slice(from, to), read: mask.slice(from, to).replaceAll(HIDDEN, ''), offset: from }
    })
    .filter(({ read }) => /[\p{L}\p{N}\u{E000}]/u.test(read))
}

/** Code spans in a row, with commas between them, are one word: a list of values is no sentence. */
const LIST_OF_CODE = /\u{E000}+(?:(?:,|,? and|,? or|,?\s*\/|\s*·|\s*\|)\s*\u{E000}+)+/gu

/** Words that a reader reads: a code span, an address and a list of code spans count as one. */
export const wordCount = (read: string): number =>
  read
    .replaceAll(LIST_OF_CODE, CODE)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\u{E000}]/u.test(word)).length
