import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_DIALECT, type Dialect } from '../../../schemas/dialect.ts'
import { OPERATIONS, OPERATION_IDS, type Operation, type OperationId } from '../../../schemas/operations.ts'
import { othersOf } from '../../../schemas/other-answers.ts'
import { QUESTIONS, type AdjustableKey } from '../../../schemas/questions.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { faultPart, TIMES } from './fault-kinds.ts'
import { textOf } from './value-text.ts'
import { together, type Called, type DataKind, type Part, type Variation } from './variation.ts'

/** Another answer to a question. */
export const answerPart = (key: AdjustableKey, value: unknown): Part => {
  const text = textOf(key, value)
  return {
    name: `${key}=${text}`,
    group: 'dialect',
    demand: 'must_pass',
    says: `${QUESTIONS[key].question} Here: ${text}.`,
    what: { kind: 'answer', key, value },
  }
}

const DATA_SAYS: Readonly<Record<DataKind, string>> = {
  'many-invoices': 'The stores have older invoices besides, more than fit on the largest page.',
  'many-scripts': 'The stores have orders, invoices and customers besides with text in many scripts.',
}

/** More data than in the first run. */
export const dataPart = (data: DataKind): Part => ({
  name: `data=${data}`,
  group: 'data',
  demand: 'must_pass',
  says: DATA_SAYS[data],
  what: { kind: 'data', data },
})

/** Each other answer of a question, where the first run is answered by `base`. */
export const answersTo = (key: AdjustableKey, base: Dialect): Part[] =>
  [DEFAULT_DIALECT[key], ...othersOf(key)]
    .filter((value) => !isDeepStrictEqual(value, base[key]))
    .map((value) => answerPart(key, value))

/** What can go wrong wherever there is a server; a server that is down stays so for a while. */
const ANYWHERE = [
  'latency:once',
  '500:once',
  '503:once',
  'reset:once',
  'cut:once',
  '503:always',
  'reset:always',
]

function operationParts(id: OperationId): Part[] {
  const { errors }: Operation = OPERATIONS[id]
  const bare = errors.includes('rate-limited') ? ['rate-limited-bare:once'] : []
  const kinds = errors.flatMap((error) => TIMES.map((times) => `${error}:${times}`))
  return partsOf(id, [...kinds, ...bare, ...ANYWHERE, 'lost-answer:once'])
}

/** A lost answer of a download is a reset: there was no work to do. */
const downloadParts = (): Part[] => partsOf('download', ['expired:once', 'expired:always', ...ANYWHERE])

const partsOf = (operation: Called, names: readonly string[]): Part[] =>
  names.flatMap((each) => {
    const [name = '', times] = each.split(':')
    return faultPart(operation, name, times === 'always' ? times : 'once') ?? []
  })

/**
 * Newest first, whoever reads one page finds what it made itself; the contract states no order, so that it may stand on
 * the last.
 */
const farBehind = (base: Dialect): Variation[] =>
  base['list.order'] === 'oldest_first'
    ? []
    : [together([dataPart('many-invoices'), answerPart('list.order', 'oldest_first')])]

const alone = (part: Part): Variation => together([part])

/** All that is tried where the traffic gives cause to, where the first run is answered by `base`. */
export function allVariations(base: Dialect): Variation[] {
  const faults = [...OPERATION_IDS.flatMap(operationParts), ...downloadParts()]
  return [
    ...[
      ...keysOf(DEFAULT_DIALECT).flatMap((key) => answersTo(key, base)),
      ...faults,
      dataPart('many-invoices'),
      dataPart('many-scripts'),
    ].map(alone),
    ...farBehind(base),
  ]
}
