const DAY_MS = 86_400_000

/** The last stamp that was written out, as bytes, and its day: times that come one after the other are of one day mostly. */
const STAMP = Buffer.from('1970-01-01T00:00:00.000Z')
let day = 0

const ZERO = 0x30

/** Where in a stamp its hours, minutes and seconds stand, and its milliseconds. */
const [HOURS, MINUTES, SECONDS, MILLISECONDS] = [11, 14, 17, 20]

/** A moment as the state stores it: UTC with milliseconds. As `toISOString`, in a fraction of the time where the day is the last one's. */
export function stamp(ms: number): string {
  const itsDay = Math.floor(ms / DAY_MS)
  if (itsDay !== day) return ofOtherDay(ms, itsDay)
  const inDay = Math.floor(ms) - day * DAY_MS
  const seconds = Math.floor(inDay / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  putTwo(HOURS, hours)
  putTwo(MINUTES, minutes - hours * 60)
  putTwo(SECONDS, seconds - minutes * 60)
  const rest = inDay - seconds * 1000
  const hundreds = Math.floor(rest / 100)
  STAMP[MILLISECONDS] = ZERO + hundreds
  putTwo(MILLISECONDS + 1, rest - hundreds * 100)
  return STAMP.toString('latin1')
}

function ofOtherDay(ms: number, itsDay: number): string {
  const date = dates.get(itsDay)
  if (date) {
    STAMP.write(date, 'latin1')
    day = itsDay
    return stamp(ms)
  }
  const text = new Date(ms).toISOString()
  // Longer ones are of years that have more than four digits.
  if (itsDay < 0 || text.length !== STAMP.length) return text
  if (dates.size === MOST) dates.clear()
  dates.set(itsDay, text.slice(0, HOURS))
  return text
}

/** How days that were asked for lately are written. */
const dates = new Map<number, string>()
const MOST = 1000

function putTwo(at: number, value: number): void {
  const tens = Math.floor(value / 10)
  STAMP[at] = ZERO + tens
  STAMP[at + 1] = ZERO + value - tens * 10
}
