import { expect, test } from 'vitest'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { startPlainServer } from '../plain-server/plain-server.ts'
import { replaced } from './answers.ts'
import { startHostileServer } from './hostile-server.ts'

type Replace = Parameters<typeof replaced>[0]

/** A field that is otherwise in every answer. */
const having =
  (name: RegExp, change: (value: unknown) => unknown): Replace =>
  (value, field) =>
    name.test(field) ? change(value) : value

const zoneless = (value: unknown) => String(value).replace(/(Z|[+-]\d\d:\d\d)$/, '')

/** Checks that such a value once made throw, and the clause that says what it is to be. */
test.each<[string, Replace, broken: ClauseId, ClauseId[]]>([
  [
    'times without a zone',
    having(/_at$/, zoneless),
    'shape.timestamps',
    ['list.filter-created-min', 'list.filter-created-max'],
  ],
  ['times that are null', having(/_at$/, () => null), 'shape.invoice-summary', ['list.filter-created-min']],
  [
    'slugs that are null',
    having(/^slug$/, () => null),
    'shape.invoice-summary',
    ['read.unknown', 'pdf.unknown'],
  ],
  [
    'numbers that are null',
    having(/^number$/, () => null),
    'shape.invoice-summary',
    ['pdf.signed', 'pdf.shows-invoice'],
  ],
  [
    'names that are numbers',
    having(/^customer_name$/, () => 7),
    'shape.invoice-summary',
    ['search.no-match'],
  ],
])('%s are judged, and the suite is at fault nowhere', async (_, replace, broken, others) => {
  const plain = await startPlainServer()
  const hostile = await startHostileServer(plain.target.base_url, replaced(replace))
  const target = parseTarget({ ...plain.target, base_url: hostile.base_url })
  const { verdicts } = await run(target, { clauses: [broken, ...others], seed: 1, runs: 1 })
  await hostile.close()
  await plain.close()
  expect(verdicts.filter(({ outcome }) => outcome === 'error').map(({ reason }) => reason)).toEqual([])
  expect(verdicts.find(({ clause }) => clause === broken)?.outcome).toBe('fail')
})
