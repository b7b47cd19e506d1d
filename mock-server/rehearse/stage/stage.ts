import type { Dialect } from '../../../schemas/dialect.ts'
import { fault } from '../../desk/faults.ts'
import type { Mock } from '../../mock.ts'
import { serveMock, type RunningMock } from '../../serve.ts'
import type { Part } from '../variations/variation.ts'
import { ADD, addOrders } from './more-data.ts'

/** What each run of the command meets, but for what a variation has otherwise. */
export interface Setting {
  scenario: string | undefined
  seed: number | undefined
  /** 0 takes a free one. */
  port: number
}

/** Requests of one run that are kept. */
const JOURNAL = 20_000

/** The ids that are there stay what they were, since tests may know them: such an answer comes when the stores are filled. */
const LATER = 'format.ids'

/**
 * A mock of its own for one run of the command: in memory, filled anew, with the variation in place.
 * @param base the answers of the first run; null where it is the first
 */
export async function openStage(
  { scenario, seed, port }: Setting,
  base: Dialect | null,
  parts: readonly Part[],
): Promise<RunningMock> {
  const answers = answersOf(parts)
  const { [LATER]: ids, ...others } = answers
  const dialect = base && { ...base, ...others }
  const options = { host: '127.0.0.1', port, scenario, seed, journal: JOURNAL }
  const stage = await serveMock({ ...options, ...(dialect && { dialect }) })
  if (ids !== undefined) await answerWithIds(stage.mock, answers)
  for (const { what } of parts) await putInPlace(stage.mock, what)
  await stage.mock.db.write()
  return stage
}

const answersOf = (parts: readonly Part[]): Record<string, unknown> =>
  Object.fromEntries(
    parts.flatMap(({ what }) => (what.kind === 'answer' ? [[what.key, what.value] as const] : [])),
  )

async function answerWithIds(mock: Mock, answers: object): Promise<void> {
  await mock.setDialect({ ...mock.dialect, ...answers })
  addOrders(mock)
}

async function putInPlace(mock: Mock, what: Part['what']): Promise<void> {
  if (what.kind === 'data') ADD[what.data](mock)
  if (what.kind === 'fault') await fault(mock, what.input)
}
