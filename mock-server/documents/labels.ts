import { besideLabel } from './runs.ts'
import { WORDS, type LabelKey } from './words.ts'

/** Says a word of a document in one language; `{n}`, `{m}`, `{amount}`, `{date}` and `{characters}` stand for what is filled in. */
export type Labels = (key: LabelKey) => string

type Spoken = keyof typeof WORDS

/** The words of a locale's language, English for a language without words of its own. */
export function labelsFor(locale: string): Labels {
  const words = WORDS[spokenIn(locale) ?? 'en']
  return (key) => words[key]
}

const isSpoken = (tag: string): tag is Spoken => Object.hasOwn(WORDS, tag)

/** Whose words a locale has that are not its language's own; Norwegian is written in two ways. */
const OTHERS: Readonly<Record<string, Spoken>> = { 'pt-BR': 'pt-BR', 'zh-Hant': 'zh-TW', no: 'nb', nn: 'nb' }

/** The language that documents in a locale have words of; null for a locale that has none. */
export function spokenIn(locale: string): Spoken | null {
  const { language, script, region } = new Intl.Locale(locale).maximize()
  const other = OTHERS[`${language}-${region}`] ?? OTHERS[`${language}-${script}`] ?? OTHERS[language]
  return other ?? (isSpoken(language) ? language : null)
}

const COLONS: Readonly<Record<string, string>> = { fr: '\u00a0: ', ja: '：', zh: '：' }

/** A label and what it names on one line, as the locale writes that. */
export const labelled = (locale: string, label: string, text: string): string =>
  `${label}${COLONS[new Intl.Locale(locale).language] ?? ': '}${besideLabel(label, text)}`
