import { expect, test } from 'vitest'
import { Mistakes } from './mistakes.ts'

const nearPath = (says: string) => ({ rule: 'near-path' as const, where: 'path', says })

test('requests for different things that are no operation are told apart, the same again is counted', () => {
  const mistakes = new Mistakes()
  for (const says of ['no HEAD /settings', 'no TRACE /settings', 'no HEAD /settings'])
    mistakes.add(null, [nearPath(says)])
  mistakes.add('listInvoices', [{ rule: 'range', where: 'query.page', says: '0 is none' }])
  mistakes.add('listInvoices', [{ rule: 'range', where: 'query.page', says: '-1 is none' }])
  const told = [...mistakes.all.values()].map(({ says, times }) => [says, times])
  expect(told).toEqual([
    ['no HEAD /settings', 2],
    ['no TRACE /settings', 1],
    ['0 is none', 2],
  ])
  expect(mistakes.requests).toBe(5)
})
