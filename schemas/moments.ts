/** The first and the last moment whose year has four digits in every zone: a date-time has no others. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-30T23:59:59.999Z')

/** The moments that records may have, in words that follow "must be". */
export const WRITABLE =
  'an ISO 8601 date-time (2026-03-01T09:30:00.000Z) from 0001-01-01 to 9999-12-30 in UTC'

/** Whether a moment, in milliseconds since 1970, can be written in every zone. */
export const isWritable = (ms: number): boolean => ms >= FIRST && ms <= LAST

/** The same of a date-time; of most the year says it, and is looked at sooner. */
export const isWritableTime = (time: string): boolean =>
  !/^(?:000[01]|9999)/.test(time) || isWritable(Date.parse(time))

/** A date-time as records keep it, in UTC with milliseconds: all are alike then, and can be compared as text. */
export const inUtc = (time: string): string =>
  // Of a hundred thousand that are made up all are so already.
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) ? time : new Date(time).toISOString()
