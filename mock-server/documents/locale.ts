import { facesOf, hanOf, type FontFamily } from './fonts.ts'
import { labelsFor, spokenIn } from './labels.ts'
import { remembered } from './remembered.ts'

/** The side from which a page is read. */
export type Direction = 'ltr' | 'rtl'

const RIGHT_TO_LEFT_LANGUAGES = ['ar', 'he']

/** The nearest locale that Intl knows; English for what is no BCP 47 tag. */
export function localeOf(tag: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en' // not a language tag
  }
}

/**
 * The locale of a document: the one asked for, or English where documents have no words in its language, and while no
 * font at hand draws its words and dates.
 */
export const drawableLocale = remembered(200, (tag: string, family: FontFamily): string => {
  const locale = localeOf(tag)
  if (spokenIn(locale) === null) return 'en'
  const sample =
    new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(0) + labelsFor(locale)('invoice')
  const draws = Array.from(sample).every((character) => isDrawn(character, family, locale))
  return draws ? locale : 'en'
})

const isDrawn = (character: string, family: FontFamily, locale: string) =>
  /\p{Default_Ignorable_Code_Point}/u.test(character) ||
  facesOf({ family, weight: 'regular', han: hanOf(locale) }).one(character.codePointAt(0) ?? 0) !== null

/** The direction in which the language of a document's locale is read. */
export const directionOf = (locale: string): Direction =>
  RIGHT_TO_LEFT_LANGUAGES.includes(new Intl.Locale(locale).language) ? 'rtl' : 'ltr'

/** The numerals of a locale from nine down to zero. */
const numerals = remembered(200, (locale: string) =>
  new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210),
)

/** The text with its digits in the numerals that the locale writes with. */
export function localDigits(text: string, locale: string): string {
  const known = numerals(locale)
  return text.replaceAll(/\d/g, (digit) => known[9 - Number(digit)] ?? digit)
}
