import type { Parts } from '../../../mock-server/index.ts'
import { type Answer, type ApiRequest, type Handler, Refusal } from '../../../mock-server/seams.ts'
import { OPERATIONS, type ErrorKind, type OperationId } from '../../../schemas/operations.ts'
import type { Meta, SchemaTypes } from '../../../schemas/types.ts'
import type { Change } from './mutant.ts'
import { listed, type OneOrMore } from './operations.ts'

// Changes to what operations do, and to what they answer when they succeed.

/** What a success of an operation answers. */
export const bodyOf = <O extends OperationId>({ body }: Answer): Body<O> =>
  // The caller says of which operation.
  body as Body<O>

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

/** Looks before operations do their work, and acts by what was seen there once they have done it. */
export const across = <T>(
  operations: OneOrMore<OperationId>,
  look: (request: ApiRequest) => T,
  act: (seen: T, request: ApiRequest) => void,
): Change =>
  around(operations, (request, handler) => {
    const seen = look(request)
    const answer = handler(request)
    act(seen, request)
    return answer
  })

export type Query = ApiRequest['query']

/** Asks operations with another query than was sent. */
export const asking = (
  operations: OneOrMore<OperationId>,
  change: (query: Query, request: ApiRequest) => Query,
): Change =>
  around(operations, (request, handler) => handler({ ...request, query: change(request.query, request) }))

/** A query without some parameters. */
export const leavingOut = (query: Query, ...names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))

/** The template that a request names, in its query or its body. */
export const templateIdIn = ({ query, body }: ApiRequest): number =>
  Number(query['template_id'] ?? body['template_id'])

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
    return { ...answer, body: change(bodyOf<O>(answer), request) }
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
    // Only lists are asked for.
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
    const parts = Object.entries(body).map(([key, shown]: [string, unknown]): [string, unknown] => {
      if (key === 'meta') return [key, shown]
      return [key, Array.isArray(shown) ? shown.map(amended) : amended(shown)]
    })
    return Object.fromEntries<unknown>(parts)
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

/** A parameter of the query string as it was sent. */
export function parameter({ query }: Pick<ApiRequest, 'query'>, name: string): string | undefined {
  const value = query[name]
  return value === undefined ? undefined : String(value)
}

type ResponseOf<O extends OperationId> = (typeof OPERATIONS)[O]['response']

/** What an operation answers. */
export type Body<O extends OperationId> = O extends OperationId
  ? ResponseOf<O> extends keyof SchemaTypes
    ? SchemaTypes[ResponseOf<O>]
    : never
  : never

type Shown<O extends OperationId> = O extends OperationId ? RecordIn<Body<O>> : never
type RecordIn<B> = Exclude<keyof B, 'meta'> extends infer K extends keyof B ? Each<B[K]> : never
type Each<T> = T extends readonly (infer I)[] ? I : T
type ItemOf<T> = T extends readonly (infer I)[] ? I : never
