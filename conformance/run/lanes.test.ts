import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '../judge/check.ts'
import type { Law } from '../judge/law.ts'
import { startPlainServer, type PlainServer } from '../proof/plain-server/plain-server.ts'
import { Disconnected, Unreachable } from '../server/client/obstacles.ts'
import { parseTarget } from '../server/load-target.ts'
import { run } from './run.ts'

let server: PlainServer
beforeAll(async () => void (server = await startPlainServer()))
afterAll(() => server.close())

const BROKEN = { expected: 'another world', exchanges: [] }

/** What one performance of a check may come to. */
const ENDINGS = {
  holds: (law: Law) => law.pass(),
  'is broken': (law: Law) => law.judge(false, BROKEN),
  'breaks another clause': (law: Law) => law.of('list.defaults').judge(false, BROKEN),
  'loses its connection': () => {
    throw new Disconnected('the connection was closed')
  },
  'waits in vain': () => {
    throw new Unreachable('no whole answer came')
  },
}

/** The verdicts on a check which works beside others on records of its own, and how often it is performed. */
async function runOf(endings: readonly (keyof typeof ENDINGS)[]) {
  let performed = 0
  const ends = check('read.repeatable', {
    name: 'ends as it is told',
    touches: { customers: 'uses' },
    async run(law) {
      ENDINGS[endings[performed++] ?? 'holds'](law)
    },
  })
  const checks = [{ ...ends, clauses: ['read.repeatable', 'list.defaults'] as const }]
  const target = parseTarget({ ...server.target, allow: [], hooks: {} })
  const { verdicts } = await run(target, { checks, clauses: ['read.repeatable'], seed: 1 })
  return { outcome: verdicts[0]?.outcome, performed }
}

describe('a check beside others', () => {
  test.each([
    [['holds'], 'pass', 1],
    [['is broken', 'is broken'], 'fail', 2],
    [['is broken', 'holds', 'is broken'], 'fail', 3],
    [['is broken', 'holds', 'holds', 'is broken'], 'fail', 4],
    [['is broken', 'holds', 'holds', 'holds', 'is broken'], 'pass', 4],
    [['is broken', 'holds', 'breaks another clause', 'is broken'], 'pass', 3],
    [['is broken', 'holds', 'waits in vain', 'is broken'], 'pass', 3],
    [['is broken', 'waits in vain', 'is broken'], 'error', 2],
    [['loses its connection', 'holds', 'is broken'], 'pass', 2],
    [['loses its connection', 'loses its connection', 'holds'], 'error', 2],
  ] as const)('that %j comes to %s, performed %i times', async (endings, outcome, performed) => {
    expect(await runOf(endings)).toEqual({ outcome, performed })
  })
})
