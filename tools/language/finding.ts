/** A `fragment` is a part of a name, which no rule judges; pages may show it in a name. */
export type Kind = 'document' | 'comment' | 'check name' | 'message' | 'fragment'

/** A piece of text that is read alone: a paragraph, a list item, a table cell, a comment, a message. */
export interface Passage {
  readonly file: string
  /** Line of its first character, from 1. */
  readonly line: number
  readonly text: string
  readonly kind: Kind
}

export type Rule = 'first-word' | 'sentence-length' | 'word' | 'changelog'

export interface Finding {
  readonly file: string
  readonly line: number
  readonly rule: Rule
  readonly text: string
  /** The text that would be right, or how to get there. */
  readonly advice: string
}

const SHOWN_CHARACTERS = 160

/** A finding as one line of a report. */
export function describe({ file, line, rule, text, advice }: Finding): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const shown = flat.length > SHOWN_CHARACTERS ? `${flat.slice(0, SHOWN_CHARACTERS)}…` : flat
  return `${file}:${line} [${rule}] ${advice}\n    ${shown}`
}
