import { expect, test } from 'vitest'
import type { Seen } from '../../../schemas/types.ts'
import { fateOf } from './fate.ts'

const latency = { kind: 'latency', ms: 2000 } as const

const seen = (status: number | null, ms: number) =>
  ({ ms, answer: { status, outcome: 'ok', headers: {}, body: null } }) as unknown as Seen

test('a late answer that the client received is reported with its time', () => {
  const fate = fateOf(latency, seen(200, 2000))
  expect([fate?.says, fate?.came('{}')]).toEqual(['the answer came after 2.0 s', '{}'])
})

test('a late answer that the client did not await is no answer', () => {
  const fate = fateOf(latency, seen(null, 1000))
  expect([fate?.says, fate?.came('{}')]).toEqual(['the client gave up after 1.0 s', ''])
})
