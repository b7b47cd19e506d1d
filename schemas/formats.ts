import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

type FormatTest = (text: string) => boolean

/** RFC 3339 without the liberties that ajv-formats takes: no space for T, no lower case, no offset without a colon. */
const DATE_TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/
const DATE = /^\d{4}-\d\d-\d\d$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Whether a text of the form YYYY-MM-DD names a day of the calendar. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  // Date.parse rolls 30 February over into March.
  return !Number.isNaN(time) && new Date(time).getUTCDate() === Number(text.slice(8))
}

/** The formats that the schema files use, by name: our own where ajv-formats is lax. */
export function formats(): Record<string, FormatTest> {
  const { fullFormats } =
    require('ajv-formats/dist/formats.js') as typeof import('ajv-formats/dist/formats.js')
  const { email, uri } = fullFormats as { email: RegExp; uri: FormatTest }
  return {
    date: (text) => DATE.test(text) && isDay(text),
    'date-time': (text) => DATE_TIME.test(text) && isDay(text.slice(0, 10)),
    uuid: (text) => UUID.test(text),
    email: (text) => email.test(text),
    uri,
  }
}
