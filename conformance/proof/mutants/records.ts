import {
  type ApiRequest,
  customerOf,
  type CustomerRecord,
  dropTemplate,
  type Store,
  templateOf,
  type TemplateRecord,
} from '../../../mock-server/seams.ts'
import { RESOURCES, type Resource } from '../../../schemas/resources.ts'
import { around } from './answers.ts'
import type { Fields } from './bodies.ts'
import { type Change, noting } from './mutant.ts'
import { edit } from './writes.ts'

/** A record as it is kept, or shown. */
export type Kept = Fields & { readonly id: number }

/** Templates or customers, with what of them is behind the API. */
export interface RecordKind {
  readonly resource: Resource
  /** The text by which people know a record; several may share it. */
  readonly known_by: 'name' | 'email'
  kept(store: Store): Kept[]
  get(store: Store, id: number): Kept | undefined
  /** Puts fields into a record behind the rules' back. */
  edit(store: Store, id: number, fields: Fields): void
  put(store: Store, record: Kept): void
  drop(store: Store, record: Kept): void
  /** As list, create and update answer it. */
  shown(record: Kept): Kept
}

// A kind gets back what it gave out: what is cast here came from its own table.
const template = (record: Kept) => record as unknown as TemplateRecord // its own
const customer = (record: Kept) => record as unknown as CustomerRecord // its own
const kept = (record: object) => record as Kept // all of them have an id

export const TEMPLATE: RecordKind = {
  resource: RESOURCES.template,
  known_by: 'name',
  kept: ({ templates }) => [...templates.values()].map(kept),
  get: ({ templates }, id) => templates.get(id) && kept(templates.get(id) ?? {}),
  edit: ({ templates }, id, fields) => edit(templates, id, fields),
  put: ({ templates }, record) => void templates.set(record.id, template(record)),
  drop: (store, record) => dropTemplate(store, template(record)),
  shown: (record) => kept(templateOf(template(record))),
}

export const CUSTOMER: RecordKind = {
  resource: RESOURCES.customer,
  known_by: 'email',
  kept: ({ customers }) => [...customers.values()].map(kept),
  get: ({ customers }, id) => customers.get(id) && kept(customers.get(id) ?? {}),
  edit: ({ customers }, id, fields) => edit(customers, id, fields),
  put: ({ customers }, record) => void customers.set(record.id, customer(record)),
  drop: ({ customers }, { id }) => void customers.delete(id),
  shown: (record) => kept(customerOf(customer(record))),
}

/** The records of a store that a request does not name, the oldest first. */
export const othersOf = (kind: RecordKind, { context, params }: ApiRequest): Kept[] =>
  kind
    .kept(context.store)
    .filter(({ id }) => id !== params.id)
    .toSorted((a, b) => a.id - b.id)

/** The other records that have the name or email of the one that a request names. */
export function namesakesOf(kind: RecordKind, request: ApiRequest): Kept[] {
  const name = kind.get(request.context.store, request.params.id)?.[kind.known_by]
  return name === '' ? [] : othersOf(kind, request).filter((other) => other[kind.known_by] === name)
}

/** Changes the one record that an operation answers. */
export function inAnswer(
  { resource }: RecordKind,
  operation: 'create' | 'read' | 'update',
  change: (shown: Kept, request: ApiRequest) => Fields,
): Change {
  return around(resource.operations[operation], (request, handler) => {
    const answer = handler(request)
    // What is answered under this key.
    const { [resource.one]: shown } = answer.body as Record<string, Kept>
    return { ...answer, body: { [resource.one]: shown && change(shown, request) } }
  })
}

/** Changes what the list shows, page by page. */
export function inList(
  { resource }: RecordKind,
  change: (shown: Kept[], request: ApiRequest) => Fields[],
): Change {
  return around(resource.operations.list, (request, handler) => {
    const answer = handler(request)
    // What is answered under these keys.
    const body = answer.body as Record<string, Kept[]>
    return { ...answer, body: { ...body, [resource.many]: change(body[resource.many] ?? [], request) } }
  })
}

/** Something to remember of a record that a request names, as it was before. */
export interface Before {
  readonly store: string
  readonly record: Kept
}

/** A fault that knows the records that an operation changed or deleted, as they were when it first did. */
export function withBefore(
  kind: RecordKind,
  operation: 'update' | 'delete',
  make: (before: Map<number, Before>) => Change,
): Change {
  return noting(Map<number, Before>, (known) => [
    around(kind.resource.operations[operation], (request, handler) => {
      const { store } = request.context
      const record = kind.get(store, request.params.id)
      const answer = handler(request)
      if (record && !known.has(record.id)) known.set(record.id, { store: store.record.name, record })
      return answer
    }),
    make(known),
  ])
}
