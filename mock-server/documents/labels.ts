import { WORDS, type LabelKey } from './words.ts'

/** Says a word of a document in one language; `{n}`, `{m}` and `{characters}` stand for what is filled in. */
export type Labels = (key: LabelKey) => string

/** The words of a locale's language, English for a language without words of its own. */
export function labelsFor(locale: string): Labels {
  const { language } = new Intl.Locale(locale)
  const words = isSpoken(language) ? WORDS[language] : WORDS.en
  return (key) => words[key]
}

const isSpoken = (language: string): language is keyof typeof WORDS => Object.hasOwn(WORDS, language)
