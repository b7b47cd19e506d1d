import { expect, test } from 'vitest'
import type { Email } from '../../server/store/platform.ts'
import { newOnes } from './mailbox.ts'

const email = (template_id: number | null, more: object = {}): Email => ({
  to: 'ada@example.com',
  slug: 'a',
  template_id,
  queued_at: '2026-03-01T09:30:00Z',
  ...more,
})

test.each<[string, Email[], Email[], Email[]]>([
  ['those that were not there', [email(1)], [email(1), email(2)], [email(2)]],
  ['in any order', [email(1)], [email(2), email(1)], [email(2)]],
  ['the second of two that are the same', [email(1)], [email(1), email(1)], [email(1)]],
  ['several', [email(1)], [email(2), email(1), email(3)], [email(2), email(3)]],
  ['none', [email(1)], [email(1)], []],
  [
    'whatever else the mailbox shows of it, which may change',
    [email(1, { url: '/1?expires=1' })],
    [email(1, { url: '/1?expires=2' }), email(2, { url: '/2?expires=2' })],
    [email(2, { url: '/2?expires=2' })],
  ],
])('the new emails are %s', (_, before, emails, expected) => {
  expect(newOnes(emails, before)).toEqual(expected)
})
