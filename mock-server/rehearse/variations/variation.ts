import type { OperationId } from '../../../schemas/operations.ts'
import type { AdjustableKey } from '../../../schemas/questions.ts'
import type { FaultInput } from '../../../schemas/types.ts'

/** What variations are of: `--with` and `--only` take these words. */
export const GROUPS = ['dialect', 'errors', 'faults', 'data'] as const
export type Group = (typeof GROUPS)[number]

/**
 * What a variation asks of the command: to pass; or else to end by itself with its ordinary failure, as where no
 * retry mends anything.
 */
export const DEMANDS = ['must_pass', 'may_fail'] as const
export type Demand = (typeof DEMANDS)[number]

/** An operation of the API, or `download` for the documents at signed URLs. */
export type Called = OperationId | 'download'

/** Another right answer to an open question. */
export interface OtherAnswer {
  readonly kind: 'answer'
  readonly key: AdjustableKey
  /** One that the dialect allows. */
  readonly value: unknown
}

/** A fault that is played on an operation. */
export interface PlayedFault {
  readonly kind: 'fault'
  readonly operation: Called
  /** As it is named: `reset`, `rate-limited`, `500`. */
  readonly fault: string
  readonly input: FaultInput
}

/** What `more-data.ts` adds to the stores before the command starts. */
export const DATA_KINDS = ['many-invoices', 'many-scripts'] as const
export type DataKind = (typeof DATA_KINDS)[number]

/** Data beside that of the first run. */
export interface MoreData {
  readonly kind: 'data'
  readonly data: DataKind
}

/** One thing that is otherwise than in the first run. */
export interface Part {
  /** As a person types it: `status.created=200`. */
  readonly name: string
  readonly group: Group
  readonly demand: Demand
  /** What is otherwise, in one sentence. */
  readonly says: string
  readonly what: OtherAnswer | PlayedFault | MoreData
}

/** What is otherwise in one run of the command: one part, or several together. */
export interface Variation {
  readonly name: string
  readonly group: Group
  readonly demand: Demand
  readonly says: string
  /** Never empty. */
  readonly parts: readonly Part[]
}

/** A variation of these parts together: it must be passed where each of them must. */
export function together(parts: readonly [Part, ...Part[]]): Variation {
  const [first] = parts
  const isHard = parts.some(({ demand }) => demand === 'may_fail')
  return {
    name: parts.map(({ name }) => name).join('+'),
    group: first.group,
    demand: isHard ? 'may_fail' : 'must_pass',
    says: parts.map(({ says }) => says).join(' '),
    parts,
  }
}

/** Between the names of parts; after the sign of an offset (`+05:30`) stands no name. */
const AND = /\+(?=[A-Za-z][\w.-]*=)/

/** The names of the parts that a name is made of. */
export const partNamesOf = (name: string): string[] => name.split(AND)
