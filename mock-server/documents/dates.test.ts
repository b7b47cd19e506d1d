import { describe, expect, test } from 'vitest'
import { daysAfter, formatDate, parseMoment, withoutTime } from './dates.ts'

const at = (text: string) => {
  const moment = parseMoment(text)
  if (!moment) throw new Error(`${text} is no date`)
  return moment
}

describe('parseMoment', () => {
  test.each(['', 'yesterday', '2026-13-01', '2026-02-30', '01/02/2026'])('%j is no date', (text) => {
    expect(parseMoment(text)).toBeNull()
  })

  test('the day is the one that was written, whatever the offset', () => {
    expect(at('2026-03-01T23:59:59-08:00')).toMatchObject({ year: 2026, month: 3, day: 1, hour: 23 })
  })
})

test.each([
  ['2026-02-27', 1, '2026-02-28'],
  ['2026-02-27', 14, '2026-03-13'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-12-31', 365, '2027-12-31'],
])('%s and %i days are %s', (from, days, to) => {
  expect(formatDate(daysAfter(at(from), days), 'YYYY-MM-DD', 'en')).toBe(to)
})

describe('formatDate', () => {
  test.each([
    ['DD/MM/YYYY', 'en', '05/03/2026'],
    ['D.M.YY', 'de', '5.3.26'],
    ['MMMM Do, YYYY', 'en-US', 'March 5th, 2026'],
    ['Do MMMM YYYY', 'de', '5. März 2026'],
    ['dddd D MMMM YYYY', 'fr', 'jeudi 5 mars 2026'],
    ['D MMMM YYYY', 'pl', '5 marca 2026'],
    ['D MMM YYYY', 'es', '5 mar 2026'],
    ['YYYY-MM-DD HH:mm', 'en', '2026-03-05 14:07'],
    ['D [of] MMMM YYYY, h:mm A', 'en', '5 of March 2026, 2:07 PM'],
    ['MMMM D YYYY', 'ja', '3月 5 2026'],
    ['D MMMM YYYY', 'ar-EG', '٥ مارس ٢٠٢٦'],
    ['', 'en-GB', '5 March 2026'],
    ['rubbish', 'de', '5. März 2026'],
  ])('%j in %s is %s', (format, locale, text) => {
    expect(formatDate(at('2026-03-05T14:07:09Z'), format, locale)).toBe(text)
  })
})

test.each([
  ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD'],
  ['HH:mm:ss DD.MM.YYYY', 'DD.MM.YYYY'],
  ['D [of] MMMM YYYY, h:mm A', 'D [of] MMMM YYYY'],
  ['D. MMMM YYYY [um] HH:mm [Uhr]', 'D. MMMM YYYY'],
  ['dddd D MMMM YYYY', 'dddd D MMMM YYYY'],
])('%s without its time of day is %s', (format, day) => {
  expect(withoutTime(format)).toBe(day)
})
