// The mock by files, of which each request waits for one question to the database that those who wait share: the least that a
// read of a replica can come to, in one process.
//     node --import tsx asking-mock.ts DATABASE FOLDER SCENARIO
import pg from 'pg'
import type { Gate } from '../../gates/gate.ts'
import { ask } from './plain-insert.ts'

const BUILT = process.env['INVOICING_KIT_BUILT'] === '1'

/** What is measured beside it is compiled, so this is. */
const KIT = new URL(BUILT ? '../../../dist/mock-server/index.js' : '../../index.ts', import.meta.url).href

const { PARTS, startMock }: typeof import('../../index.ts') = await import(KIT)
const [connectionString = '', data = '', scenario = ''] = process.argv.slice(2)
const client = new pg.Client({ connectionString })
await client.connect()
const { base_url } = await startMock({ data, scenario, gates: [asking(client), ...PARTS.gates] })
process.stdout.write(`${new URL(base_url).port}\n`)

/** Lets a request pass when a question is answered that was asked after it came. Those answered go on while the next is under way. */
function asking(of: pg.Client): Gate {
  let waiting: (() => void)[] = []
  let isAsking = false
  const next = (): void => {
    const sharing = waiting
    waiting = []
    isAsking = sharing.length > 0
    if (isAsking) void ask(of).then(() => answer(sharing))
  }
  const answer = (sharing: readonly (() => void)[]): void => {
    next()
    for (const go of sharing) go()
  }
  const pass = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (!isAsking) next()
    })
  return { name: 'asking', pass }
}
