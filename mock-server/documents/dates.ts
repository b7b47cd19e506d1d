import { localDigits } from './locale.ts'
import { remembered } from './remembered.ts'

/** A calendar day and time as written in an ISO 8601 text, in whatever time zone it was written. */
export interface Moment {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/**
 * Reads an ISO 8601 date or date-time; null when it is none. The offset is left aside: an invoice of half past
 * eleven in New York belongs to that day there, wherever the mock runs.
 */
export function parseMoment(text: string): Moment | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((n) => Number(n ?? 0))
  const moment = { year, month, day, hour, minute, second }
  return utc(moment).getUTCDate() === day && month >= 1 && month <= 12 ? moment : null
}

/** The day that many days later. */
export function daysAfter(moment: Moment, days: number): Moment {
  const date = utc({ ...moment, day: moment.day + days })
  return { ...moment, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function utc({ year, month, day, hour, minute, second }: Moment): Date {
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second))
  date.setUTCFullYear(year, month - 1, day)
  return date
}

const two = (value: number) => String(value).padStart(2, '0')

const formatFor = remembered(
  200,
  (locale: string, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', calendar: 'gregory', ...parts }),
)

const inWords = (locale: string, moment: Moment, parts: Intl.DateTimeFormatOptions) =>
  formatFor(locale, parts).format(utc(moment))

// Asked together with the day, languages that inflect give a month the form it has in a date ("1 stycznia"); those
// that count months give a bare number there, and the whole name only when asked for the month alone ("1月").
function monthName(locale: string, moment: Moment, month: 'long' | 'short'): string {
  const parts = formatFor(locale, { day: 'numeric', month }).formatToParts(utc(moment))
  const name = parts.find(({ type }) => type === 'month')?.value ?? ''
  return /\p{L}/u.test(name) ? name : inWords(locale, moment, { month })
}

const ENGLISH_ORDINALS = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
const ORDINAL_SIGNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['cs', 'da', 'de', 'fi', 'nb', 'nn', 'no', 'pl'].map((language) => [language, '.'])),
  ...Object.fromEntries(['es', 'it', 'pt'].map((language) => [language, 'º'])),
}

/** A day of the month as its place, where the language writes days so. */
function ordinal(day: number, locale: string): string {
  const { language } = new Intl.Locale(locale)
  if (language === 'en')
    return `${day}${ENGLISH_ORDINALS[new Intl.PluralRules('en', { type: 'ordinal' }).select(day)]}`
  if (language === 'fr' && day === 1) return '1er'
  return `${day}${ORDINAL_SIGNS[language] ?? ''}`
}

/** The tokens of day.js that a `date_format` may hold. */
const TOKENS: Record<string, (moment: Moment, locale: string) => string> = {
  YYYY: ({ year }) => String(year).padStart(4, '0'),
  YY: ({ year }) => two(year % 100),
  MMMM: (moment, locale) => monthName(locale, moment, 'long'),
  MMM: (moment, locale) => monthName(locale, moment, 'short'),
  MM: ({ month }) => two(month),
  M: ({ month }) => String(month),
  DD: ({ day }) => two(day),
  Do: ({ day }, locale) => ordinal(day, locale),
  D: ({ day }) => String(day),
  dddd: (moment, locale) => inWords(locale, moment, { weekday: 'long' }),
  ddd: (moment, locale) => inWords(locale, moment, { weekday: 'short' }),
  HH: ({ hour }) => two(hour),
  H: ({ hour }) => String(hour),
  hh: ({ hour }) => two(hour % 12 || 12),
  h: ({ hour }) => String(hour % 12 || 12),
  mm: ({ minute }) => two(minute),
  ss: ({ second }) => two(second),
  A: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  a: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
}

const TOKEN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|Do|D|dddd|ddd|HH|H|hh|h|mm|ss|A|a/g

/** A time of day, with the words and signs that belong to it. */
const TIME_OF_DAY =
  /[\s,]*(?:\[[^\]]*\]\s*)?(?:HH?|hh?)(?:\W?mm)?(?:\W?ss)?(?:\s*[Aa](?![a-z]))?(?:\s*\[[^\]]*\])?[\s,]*/g

/** A format without its time of day. */
export const withoutTime = (format: string): string => format.replaceAll(TIME_OF_DAY, ' ').trim()

/** Whether a text is a date format at all: it names a day and a year or month. */
const isDateFormat = (format: string) => /D/.test(format) && /M|YY/.test(format)

/**
 * A date in a format of day.js tokens (`DD/MM/YYYY`, `D MMMM YYYY`, text in `[brackets]`), names in the locale's
 * language; with a format that is none, the locale's own way.
 */
export function formatDate(moment: Moment, format: string, locale: string): string {
  if (!isDateFormat(format)) return inWords(locale, moment, { dateStyle: 'long' })
  const write = (token: string) => localDigits(TOKENS[token]?.(moment, locale) ?? token, locale)
  return format.replaceAll(TOKEN, (token, literal?: string) => literal ?? write(token))
}
