import { startMock } from '../../../mock-server/index.ts'
import { DEFAULT_DIALECT, parseDialect, type Dialect } from '../../../schemas/dialect.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { PROBING } from '../../run/scope.ts'
import { parseTarget } from '../../server/load-target.ts'
import { serveOrders } from '../mutants/process-pool.ts'
import { startPlainServer } from '../plain-server/plain-server.ts'
import { grade, type Grade } from './grade.ts'
import { learn, taught, type Learned } from './learn.ts'
import { compareTwins } from './twins.ts'

/** A server that a process of its own learns, and that a mock is then compared with. */
export type TwinOrder = { name: string; seed: number } & (
  | { kind: 'mock'; dialect: Partial<Dialect>; requests: number }
  | { kind: 'plain'; profile: string }
)

/** How each question was learned, and what came of it. */
export interface TwinAnswer {
  name: string
  grades: [key: string, grade: Grade][]
  /** What is wrong: answers that differ, questions that were learned wrong, in lines. */
  wrong: string[]
  /** What no dialect says of it, or nothing showed, in lines. */
  told: string[]
}

serveOrders<TwinOrder, TwinAnswer>(async (order, working) => {
  try {
    return await (order.kind === 'mock' ? twinsOf(order, working) : twinOfPlain(order, working))
  } catch (error) {
    return failed(order, String(error instanceof Error ? error.stack : error))
  }
})

function failed({ name }: TwinOrder, why: string): TwinAnswer {
  return { name, grades: [], wrong: [why], told: [] }
}

/** A mock in a dialect, probed; beside one in what was learned. */
async function twinsOf(
  { name, seed, dialect, requests }: TwinOrder & { kind: 'mock' },
  working: () => void,
): Promise<TwinAnswer> {
  const real = { ...DEFAULT_DIALECT, ...dialect }
  const mock = await startMock({ dialect: real, seed: 1 })
  const learned = await learn(parseTarget(mock.target), { seed, onProgress: working })
  const twin = await startMock({ dialect: taught(learned), seed: 1 })
  try {
    const unlike = requests === 0 ? [] : await compareTwins([mock, twin], { requests, seed })
    const differing = unlike.map(
      (one) => `${one.request}: ${one.differences.map(({ where }) => where).join(', ')}`,
    )
    const answer = graded(name, real, learned)
    return { ...answer, wrong: [...answer.wrong, ...differing] }
  } finally {
    await Promise.all([mock.close(), twin.close()])
  }
}

/** The other implementation, probed; a mock in what was learned is probed too, and must be learned as the same. */
async function twinOfPlain(
  { name, seed, profile }: TwinOrder & { kind: 'plain' },
  working: () => void,
): Promise<TwinAnswer> {
  const server = await startPlainServer({ profile })
  const probing = { seed, checks: PROBING, onProgress: working }
  const learned = await learn(parseTarget(server.target), probing).finally(() => server.close())
  const { dialect, notes } = parseDialect({ ...learned.dialect, ...learned.others })
  const mock = await startMock({ dialect, seed: 1 })
  try {
    const answer = graded(name, dialect, await learn(parseTarget(mock.target), { seed, onProgress: working }))
    const unseen = keysOf(DEFAULT_DIALECT).filter((key) => learned.dialect[key] === undefined)
    const told = unseen.map((key) => `${key} was not shown: ${learned.unobserved[key]}`)
    return { ...answer, told: [...notes, ...told] }
  } finally {
    await mock.close()
  }
}

function graded(name: string, real: Dialect, learned: Learned): TwinAnswer {
  const grades = keysOf(DEFAULT_DIALECT).map((key): [keyof Dialect, Grade] => [
    key,
    grade(key, real, learned),
  ])
  const inWords = (key: keyof Dialect) =>
    `${key} is ${JSON.stringify(real[key])}, learned as ${JSON.stringify(learned.dialect[key])}`
  return {
    name,
    grades,
    wrong: grades.flatMap(([key, how]) => (how === 'WRONG' ? [inWords(key)] : [])),
    told: grades.flatMap(([key, how]) =>
      how === 'not shown' ? [`${key} was not shown: ${learned.unobserved[key]}`] : [],
    ),
  }
}
