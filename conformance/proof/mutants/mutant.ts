import type { Parts } from '../../../mock-server/index.ts'
import {
  type Answer,
  type ApiRequest,
  type Exchange,
  type Gate,
  type Handler,
  type HttpAnswer,
  Refusal,
  type StoreDirectory,
} from '../../../mock-server/seams.ts'
import type { ClauseId, CLAUSES } from '../../../schemas/clauses.ts'
import { OPERATION_IDS, OPERATIONS, type ErrorKind, type OperationId } from '../../../schemas/operations.ts'
import type { Meta, SchemaTypes } from '../../../schemas/types.ts'

/** A way to break a mock. What the fault remembers begins anew with each call. */
export type Change = (parts: Parts) => Parts

/** Faults, each under the sentence that says what is wrong. */
export type Faults = Readonly<Record<string, Change>>

/** Faults that several things can have: each operation, each field, each kind of record. */
export const ofEach = <T>(things: readonly T[], faults: (thing: T) => Faults): Faults =>
  Object.fromEntries(things.flatMap((thing) => Object.entries(faults(thing))))

/** The operations that may answer an error of the kind. */
export const refusingWith = (kind: ErrorKind): OperationId[] =>
  OPERATION_IDS.filter((id) => (OPERATIONS[id].errors as readonly ErrorKind[]).includes(kind))

type ClausesOf<Area extends string> = Extract<ClauseId, `${Area}.${string}`>
type MustOf<Area extends string> = {
  [C in ClausesOf<Area>]: (typeof CLAUSES)[C]['level'] extends 'must' ? C : never
}[ClausesOf<Area>]

/** The faults of an area by the clause that they break. A clause that must be kept and has none does not compile. */
export type FaultsOf<Area extends string> = Readonly<Record<MustOf<Area>, Faults>> &
  Readonly<Partial<Record<ClausesOf<Area>, Faults>>>

/** A mock that is broken on purpose: what the suite must find. */
export interface Mutant {
  /** Area and fault: `list.meta-says-per-page-25-always`. */
  readonly id: string
  /** The clause that it breaks. */
  readonly clause: ClauseId
  /** What is wrong, in one sentence. */
  readonly says: string
  readonly mutate: Change
}

/** The part of an id before the point. */
export const areaOf = (id: string): string => id.slice(0, id.indexOf('.'))

export const DETAILS = ['createInvoice', 'readInvoice', 'regenerateInvoice'] as const
/** Operations on one invoice. */
export const ON_INVOICES = ['readInvoice', 'readInvoicePdf', 'regenerateInvoice', 'sendInvoiceEmail'] as const
/** Operations that take a template_id. */
export const BY_TEMPLATE = [
  'createInvoice',
  'regenerateInvoice',
  'readInvoicePdf',
  'sendInvoiceEmail',
] as const
export const WRITES = OPERATION_IDS.filter((id) => OPERATIONS[id].method !== 'GET')
export const LISTS = ['listInvoices', 'searchInvoices'] as const

export type OneOrMore<T> = T | readonly T[]
const listed = <T extends string>(values: OneOrMore<T>): readonly T[] =>
  typeof values === 'string' ? [values] : values

type ResponseOf<O extends OperationId> = (typeof OPERATIONS)[O]['response']

/** What an operation answers. */
export type Body<O extends OperationId> = O extends OperationId
  ? ResponseOf<O> extends keyof SchemaTypes
    ? SchemaTypes[ResponseOf<O>]
    : never
  : never

/** Several faults as one. */
export const all =
  (...changes: Change[]): Change =>
  (parts) =>
    changes.reduce((broken, change) => change(broken), parts)

/** A fault with a memory, which is made anew for each mock. */
export const fresh =
  (make: () => Change): Change =>
  (parts) =>
    make()(parts)

/** Puts a handler in the place of operations' own, which it may call, as it may call those of the other operations. */
export function around(
  operations: OneOrMore<OperationId>,
  perform: (request: ApiRequest, handler: Handler, handlers: Parts['handlers']) => Answer,
): Change {
  return (parts) => {
    const wrapped = listed(operations).map((id): [OperationId, Handler] => [
      id,
      (request) => perform(request, parts.handlers[id], parts.handlers),
    ])
    return { ...parts, handlers: { ...parts.handlers, ...Object.fromEntries(wrapped) } }
  }
}

/** Refuses some requests that it must not refuse, or not so. */
export const refusing = (
  operations: OneOrMore<OperationId>,
  kind: ErrorKind,
  when: (request: ApiRequest) => boolean,
): Change =>
  around(operations, (request, handler) => {
    if (when(request))
      throw new Refusal(kind, kind === 'unprocessable' ? { base: ['is refused'] } : undefined)
    return handler(request)
  })

/** Does something once operations have done their work. */
export function afterHandler<O extends OperationId>(
  operations: OneOrMore<O>,
  act: (request: ApiRequest, body: Body<O>) => void,
): Change {
  return answering(operations, (body: Body<O>, request) => {
    act(request, body)
    return body
  })
}

/** Changes the body of operations' success answers. */
export function answering<O extends OperationId>(
  operations: OneOrMore<O>,
  change: (body: Body<O>, request: ApiRequest) => object | null,
): Change {
  return around(operations, (request, handler) => {
    const answer = handler(request)
    return { ...answer, body: change(answer.body as Body<O>, request) }
  })
}

/** Changes what success answers hold under one key: `invoice`, `invoices`, `meta`, `settings`. */
export function changing<O extends OperationId, K extends keyof Body<O>>(
  operations: OneOrMore<O>,
  key: K,
  change: (value: Body<O>[K], request: ApiRequest) => unknown,
): Change {
  return answering(operations, (body: Body<O>, request) => ({ ...body, [key]: change(body[key], request) }))
}

/** Changes each item of the lists that success answers hold under one key. */
export function changingEach<O extends OperationId, K extends keyof Body<O>>(
  operations: OneOrMore<O>,
  key: K,
  change: (item: ItemOf<Body<O>[K]>, request: ApiRequest, index: number) => unknown,
): Change {
  return changing(operations, key, (items, request) =>
    (items as ItemOf<Body<O>[K]>[]).map((item, index) => change(item, request, index)),
  )
}

/** Changes fields of the record that operations answer, or of each of the records that they list. */
export function amending<O extends OperationId>(
  operations: OneOrMore<O>,
  fields: (record: Shown<O>, request: ApiRequest) => object,
): Change {
  return answering(operations, (body: Body<O>, request) => {
    // What an answer holds beside its meta is one record or a list of them.
    const amended = (record: unknown) => ({ ...(record as object), ...fields(record as Shown<O>, request) })
    const parts = Object.entries(body).map(([key, shown]: [string, unknown]) => {
      if (key === 'meta') return [key, shown]
      return [key, Array.isArray(shown) ? shown.map(amended) : amended(shown)]
    })
    return Object.fromEntries(parts) as object
  })
}

/** Shows one field of what operations answer otherwise. */
export const showing = <O extends OperationId, F extends keyof Shown<O>>(
  operations: OneOrMore<O>,
  field: F,
  change: (value: Shown<O>[F]) => unknown,
): Change => amending(operations, (record) => ({ [field]: change(record[field]) }))

/** Changes fields of a listing's meta. */
export const amendingMeta = (
  listing: 'listInvoices' | 'searchInvoices' | 'listCustomers',
  fields: (meta: Meta, request: ApiRequest) => object,
): Change => changing(listing, 'meta', (meta, request) => ({ ...meta, ...fields(meta, request) }))

type Shown<O extends OperationId> = O extends OperationId ? RecordIn<Body<O>> : never
type RecordIn<B> = Exclude<keyof B, 'meta'> extends infer K extends keyof B ? Each<B[K]> : never
type Each<T> = T extends readonly (infer I)[] ? I : T
type ItemOf<T> = T extends readonly (infer I)[] ? I : never

/** Changes what goes out, success or not. */
export function onReply(
  change: (answer: HttpAnswer, exchange: Exchange, result: Answer | Refusal) => HttpAnswer,
): Change {
  return (parts) => ({
    ...parts,
    reply: (result, exchange) => change(parts.reply(result, exchange), exchange, result),
  })
}

/** Changes the answers to refusals of one kind. */
export function onRefusal(
  kind: ErrorKind,
  change: (answer: HttpAnswer, exchange: Exchange) => HttpAnswer,
  operations: OneOrMore<OperationId> = OPERATION_IDS,
): Change {
  return onReply((answer, exchange, result) =>
    result instanceof Refusal && result.kind === kind && isFor(exchange, operations)
      ? change(answer, exchange)
      : answer,
  )
}

/** Refuses with an error of another kind than it should. */
export const mistaking =
  (kind: ErrorKind, other: ErrorKind, operations: OneOrMore<OperationId>): Change =>
  (parts) => ({
    ...parts,
    reply(result, exchange) {
      const isMistaken = result instanceof Refusal && result.kind === kind && isFor(exchange, operations)
      return parts.reply(isMistaken ? new Refusal(other, { base: ['is refused'] }) : result, exchange)
    },
  })

/** An answer with another JSON body. */
export function rewritten(
  answer: HttpAnswer,
  change: (body: Record<string, unknown>) => unknown,
): HttpAnswer {
  if (answer.body === null) return answer
  return {
    ...answer,
    body: JSON.stringify(change(JSON.parse(String(answer.body)) as Record<string, unknown>)),
  }
}

type GateName = 'authenticate' | 'paid-plan' | 'rate-limit' | 'known-path' | 'existing' | 'query' | 'body'

/** Puts something in the place of a gate, which may let the request pass through it. */
export function aroundGate(
  name: GateName,
  pass: (
    exchange: Exchange,
    through: () => void | Promise<void>,
    stores: StoreDirectory,
  ) => void | Promise<void>,
): Change {
  return (parts) => ({
    ...parts,
    gates: parts.gates.map((gate) => (gate.name === name ? wrapped(gate) : gate)),
  })
  function wrapped(gate: Gate): Gate {
    return { name, pass: (exchange, stores) => pass(exchange, () => gate.pass(exchange, stores), stores) }
  }
}

/** Leaves a gate open for some requests, or for all. */
export const withoutGate = (name: GateName, when: (exchange: Exchange) => boolean = () => true): Change =>
  aroundGate(name, (exchange, through) => (when(exchange) ? undefined : through()))

/** Something more that a request meets once it has passed a gate. */
export function afterGate(
  name: GateName,
  pass: (exchange: Exchange, stores: StoreDirectory) => void | Promise<void>,
): Change {
  return aroundGate(name, async (exchange, through, stores) => {
    await through()
    await pass(exchange, stores)
  })
}

/** Whether a request is for one of the operations. */
export const isFor = ({ operation }: Exchange, operations: OneOrMore<OperationId>): boolean =>
  listed(operations).some((id) => id === operation)

/**
 * Lets operations do their work although a gate refuses the request, and answers its refusal all the same.
 * @param enter fills in what the gate would have found out
 */
export function refusedButDone(
  gate: GateName,
  operations: OneOrMore<OperationId>,
  enter: (exchange: Exchange, stores: StoreDirectory) => void = () => {},
): Change {
  return fresh(() => {
    const refusals = new WeakMap<Exchange, Refusal>()
    const refused = aroundGate(gate, async (exchange, through, stores) => {
      try {
        await through()
      } catch (error) {
        if (!(error instanceof Refusal && isFor(exchange, operations))) throw error
        refusals.set(exchange, error)
        enter(exchange, stores)
      }
    })
    return all(refused, (parts) => ({
      ...parts,
      reply: (result, exchange) => parts.reply(refusals.get(exchange) ?? result, exchange),
    }))
  })
}

/** A parameter of the query string as it was sent. */
export function parameter({ query }: Pick<ApiRequest, 'query'>, name: string): string | undefined {
  const value = query[name]
  return value === undefined ? undefined : String(value)
}
