import { expect, test } from 'vitest'
import { CLAUSE_IDS, type ClauseId } from '../../../schemas/clauses.ts'
import { IS_LONG } from '../../../schemas/testing/sample.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'

const OF_OTHER_AREAS: readonly ClauseId[] = [
  'create.generate-pdf',
  'create.packing-slip',
  'create.packing-slip-inferred',
  'regenerate.pdf',
  'regenerate.packing-slip',
]
const CLAUSES = [...CLAUSE_IDS.filter((clause) => clause.startsWith('pdf.')), ...OF_OTHER_AREAS]
const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test.runIf(IS_LONG)(
  'every clause passes on a server that redirects, signs paths and makes each document anew',
  async () => {
    const server = await startPlainServer({ profile: 'lenient' })
    expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
    await server.close()
  },
)
