import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

type FormatTest = (text: string) => boolean

/** RFC 3339 without the liberties that ajv-formats takes: no space for T, no lower case, no offset without a colon. */
const DATE_TIME =
  /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const DATE = /^\d{4}-\d\d-\d\d$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Whether a text that begins with YYYY-MM-DD names a day of the calendar. Many a Date would be slow. */
function isDay(text: string): boolean {
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8, 10))
  if (day === 29 && month === 2) return isLeap(Number(text.slice(0, 4)))
  return day >= 1 && day <= (MONTH_DAYS[month - 1] ?? 0)
}

/** The formats that the schema files use, by name: our own where ajv-formats is lax. */
export function formats(): Record<string, FormatTest> & Record<'date-time', FormatTest> {
  // Loaded when first needed.
  const { fullFormats }: typeof import('ajv-formats/dist/formats.js') = require('ajv-formats/dist/formats.js')
  // What these two are in the version that is used.
  const { email, uri } = fullFormats as { email: RegExp; uri: FormatTest }
  return {
    date: (text) => DATE.test(text) && isDay(text),
    'date-time': (text) => DATE_TIME.test(text) && isDay(text),
    uuid: (text) => UUID.test(text),
    email: (text) => email.test(text),
    uri,
  }
}
