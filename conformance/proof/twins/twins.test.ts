import { expect, test } from 'vitest'
import { startMock } from '../../../mock-server/index.ts'
import { DEFAULT_DIALECT, type Dialect } from '../../../schemas/dialect.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { questionsOf } from '../../judge/check.ts'
import { parseTarget } from '../../server/load-target.ts'
import { randomDialect } from '../mutants/other-dialects.ts'
import { grade } from './grade.ts'
import { learn, TEACHING, taught } from './learn.ts'
import { compareDialects } from './twins.ts'

/** What takes its time, or the key of a limited store, is learned by `npm run twins` alone. */
const TIMED: readonly string[] = ['bulk.duration', 'rate.bulk_pdf', 'rate.retry_after_unit']
const UNSEEN: readonly string[] = [...TIMED, 'status.rate_limited']
const AT_ONCE = TEACHING.filter((step) => !questionsOf(step).some((key) => TIMED.includes(key)))
const UNTIMED = Object.fromEntries(
  Object.entries(DEFAULT_DIALECT).filter(([key]) => /^(rate\.|status\.rate|bulk\.duration)/.test(key)),
)

test('a mock in what a probe learned of another one answers like it', async () => {
  const real: Dialect = { ...DEFAULT_DIALECT, ...randomDialect(3).dialect, ...UNTIMED }
  const mock = await startMock({ dialect: real, seed: 1 })
  const { rate_limited_api_key: _, ...target } = mock.target
  const learned = await learn(parseTarget(target), { seed: 3, checks: AT_ONCE })
  await mock.close()
  const missed = keysOf(real).filter(
    (key) => !UNSEEN.includes(key) && !['right', 'equal', 'assumed'].includes(grade(key, real, learned)),
  )
  expect(missed).toEqual([])
  expect(await compareDialects([real, taught(learned)], { requests: 100, seed: 3 })).toEqual([])
})

test('one answer that was learned wrong is seen', async () => {
  const wrong: Dialect = { ...DEFAULT_DIALECT, 'filters.unknown_value': 'ignored' }
  const unlike = await compareDialects([DEFAULT_DIALECT, wrong], { requests: 60, seed: 2 })
  expect(unlike.flatMap(({ differences }) => differences.map(({ where }) => where))).toContain(
    'body.meta.total',
  )
})
