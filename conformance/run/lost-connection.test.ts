import { afterAll, beforeAll, expect, test } from 'vitest'
import { closes, only } from '../proof/hostile-server/answers.ts'
import { startHostileServer, type Visit } from '../proof/hostile-server/hostile-server.ts'
import { startPlainServer, type PlainServer } from '../proof/plain-server/plain-server.ts'
import { parseTarget } from '../server/load-target.ts'
import { run } from './run.ts'

let plain: PlainServer
beforeAll(async () => void (plain = await startPlainServer()))
afterAll(() => plain.close())

async function verdictsWhere(isLost: (visit: Visit) => boolean) {
  const front = await startHostileServer(plain.target.base_url, only(isLost, closes))
  const target = parseTarget({ ...plain.target, base_url: front.base_url, allow: ['hostile-input'] })
  const { verdicts } = await run(target, { clauses: ['read.unknown'], seed: 1 })
  await front.close()
  return verdicts
}

const isOfNobody = ({ path }: Visit) => path.includes('/invoices/not-a')

test('a check whose connection is lost once is performed again', async () => {
  let losses = 0
  const isFirst = (visit: Visit) => isOfNobody(visit) && losses++ === 0
  expect(await verdictsWhere(isFirst)).toMatchObject([{ outcome: 'pass' }])
  expect(losses).toBeGreaterThan(1)
})

test('a connection that is lost each time is an error', async () => {
  expect(await verdictsWhere(isOfNobody)).toMatchObject([
    { outcome: 'error', reason: expect.stringContaining('the connection was closed') },
  ])
})
