import { expect, test } from 'vitest'
import { likeness, sameContent, shows, withoutDates } from './text.ts'

test.each([
  ['Invoice INV-1001', 'inv-1001', true],
  ['Invoice INV-\n1001', 'INV-1001', true],
  ['Zan bk\nmd', 'Zanbkmd', true],
  ['of\uFB01ce', 'office', true],
  ['Invoice INV-1002', 'INV-1001', false],
])('whether %j shows %j', (text, probe, shown) => {
  expect(shows(text, probe)).toBe(shown)
})

test.each([
  ['Invoice 7 at 10:59 AM Total 9.00', 'Invoice 7 at 1:00 PM Total 9.00', true],
  ['Invoice 7 Total 9.00', 'Total 9.00 Invoice 7', true],
  ['Invoice 7 Total 9.00', 'Packing slip 7', false],
  ['Lamp 1 9.00', 'Lamp 1', false],
])('whether %j and %j are one document', (a, b, same) => {
  expect(sameContent(a, b)).toBe(same)
})

test('likeness counts shared words', () => {
  expect(likeness('Invoice Total Lamp', 'Invoice Total Chair')).toBe(0.5)
  expect(likeness('', '')).toBe(0)
})

const pdf = (date: string, id: string) =>
  Buffer.from(`<< /CreationDate (D:${date}\\)) /Title (A) >> trailer << /ID [<${id}> <${id}>] >>`)

test('dates and identifiers do not count', () => {
  expect(withoutDates(pdf('2026', 'ab'))).toBe(withoutDates(pdf('2027', 'cd')))
  expect(withoutDates(pdf('2026', 'ab'))).toContain('/Title (A)')
})
