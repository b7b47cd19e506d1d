import { facesOf, type FontFamily } from './fonts.ts'
import { labelsFor } from './labels.ts'

/** The side from which a page is read. */
export type Direction = 'ltr' | 'rtl'

const RIGHT_TO_LEFT_LANGUAGES = ['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']

/** The nearest locale that Intl knows; English for what is no BCP 47 tag. */
export function localeOf(tag: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en' // not a language tag
  }
}

const drawable = new Map<string, string>()

/** The locale of a document: the one asked for, or English while no font at hand draws its words and dates. */
export function drawableLocale(tag: string, family: FontFamily): string {
  const locale = localeOf(tag)
  const known = drawable.get(`${locale} ${family}`)
  if (known) return known
  const sample =
    new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(0) + labelsFor(locale)('invoice')
  const draws = Array.from(sample).every((character) => isDrawn(character, family))
  drawable.set(`${locale} ${family}`, draws ? locale : 'en')
  return draws ? locale : 'en'
}

const isDrawn = (character: string, family: FontFamily) =>
  /\p{Default_Ignorable_Code_Point}/u.test(character) ||
  facesOf(family, 'regular')(character.codePointAt(0) ?? 0) !== null

/** The direction in which a locale's language is read. */
export const directionOf = (locale: string): Direction =>
  RIGHT_TO_LEFT_LANGUAGES.includes(new Intl.Locale(locale).language) ? 'rtl' : 'ltr'

const digits = new Map<string, string>()

/** The text with its digits in the numerals that the locale writes with. */
export function localDigits(text: string, locale: string): string {
  const known = digits.get(locale) ?? new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210)
  digits.set(locale, known)
  return text.replaceAll(/\d/g, (digit) => known[9 - Number(digit)] ?? digit)
}
