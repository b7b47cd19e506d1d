import { Refusal } from '../../../mock-server/seams.ts'
import { fieldsOf, inputFieldsOf } from '../../../schemas/resources.ts'
import { around, refusing } from './answers.ts'
import { forgettingEach, oneLate } from './memory.ts'
import { type Change, type Faults, ofEach, noting } from './mutant.ts'
import { isFor } from './operations.ts'
import { lookingTooEarly } from './races.ts'
import { findingAbsent } from './record-ids.ts'
import { inAnswer, inList, namesakesOf, othersOf, type RecordKind, withBefore } from './records.ts'
import { onReply } from './replies.ts'
import { textFaults } from './text-faults.ts'
import { misreading, sending } from './writes.ts'

// Faults that any record can have: one of each for templates and for customers, and for each of their fields.

export function creationFaults(kind: RecordKind): Faults {
  const { one, operations } = kind.resource
  const { create, update } = operations
  const both = [create, update]
  return {
    ...ofEach(inputFieldsOf(kind.resource), (field) => ({
      [`${field} is not saved at creation`]: misreading(create, field, (value) => nothingLike(value)),
    })),
    ...textFaults(both),
    'Every third creation is answered, but not saved': forgettingEach(3, create),
    'Of two simultaneous creations the first one is answered, but not kept': lookingTooEarly(
      create,
      (store) => Math.max(0, ...kind.kept(store).map(({ id }) => id)),
      (newest, { context: { store } }) => {
        for (const record of kind.kept(store)) if (record.id > newest) kind.drop(store, record)
      },
    ),
    [`A ${one} that was created is listed, but is not read before its first update`]: noting(
      Set<number>,
      (unknown) => [
        inAnswer(kind, 'create', (shown) => (unknown.add(shown.id), shown)),
        inAnswer(kind, 'update', (shown) => (unknown.delete(shown.id), shown)),
        refusing(operations.read, 'not-found', ({ params }) => unknown.has(params.id)),
      ],
    ),
  }
}

export function readingFaults(kind: RecordKind): Faults {
  const { one, operations, output } = kind.resource
  return {
    ...ofEach(Object.keys(fieldsOf(output)), (field) =>
      field === 'id'
        ? {}
        : {
            [`A single ${one} shows another ${field} than the list`]: inAnswer(kind, 'read', (shown) => ({
              ...shown,
              [field]: another(shown[field], field, output),
            })),
          },
    ),
    [`A single ${one} shows the ${kind.known_by} of the one that was read before`]: oneLate((before) =>
      inAnswer(kind, 'read', (shown) => ({ ...shown, [kind.known_by]: before(shown[kind.known_by]) })),
    ),
    [`The oldest ${one} of the store is listed, but cannot be read`]: refusing(
      operations.read,
      'not-found',
      ({ context, params }) => {
        const oldest = Math.min(...kind.kept(context.store).map(({ id }) => id))
        return oldest === params.id
      },
    ),
  }
}

/** Gives a record the id of the deleted one that has its name or email. */
export const givenBack = (kind: RecordKind): Change =>
  withBefore(kind, 'delete', (deleted) =>
    inAnswer(kind, 'create', (shown, { context: { store } }) => {
      const made = kind.get(store, Number(shown['id']))
      const gone = [...deleted.values()].find(({ record }) => {
        const { [kind.known_by]: text } = { ...kind.shown(record) }
        return text === shown[kind.known_by]
      })
      if (!made || gone?.store !== store.record.name) return shown
      kind.drop(store, made)
      kind.put(store, { ...made, id: gone.record.id })
      return { ...shown, id: gone.record.id }
    }),
  )

export function deletionFaults(kind: RecordKind): Faults {
  const { one, many, operations } = kind.resource
  return {
    [`A deleted ${one} stays in the list`]: withBefore(kind, 'delete', (deleted) =>
      inList(kind, (shown, { context, query }) => {
        const gone = [...deleted.values()].filter(({ store }) => store === context.store.record.name)
        return query['search'] ? shown : [...shown, ...gone.map(({ record }) => kind.shown(record))]
      }),
    ),
    [`A ${one} that is made with the ${kind.known_by} of a deleted one has what that had in other fields`]:
      withBefore(kind, 'delete', (deleted) =>
        sending(operations.create, (fields) => {
          const gone = [...deleted.values()].find(({ record }) => {
            const { [kind.known_by]: text } = { ...kind.shown(record) }
            return text === fields[kind.known_by]
          })
          const old = Object.entries(gone ? kind.shown(gone.record) : {})
          return {
            ...Object.fromEntries(old.filter(([field]) => inputFieldsOf(kind.resource).includes(field))),
            ...fields,
          }
        }),
      ),
    ...ofEach(['read', 'update'] as const, (what) => ({
      [`${what} of a deleted ${one} is a success`]: withBefore(kind, 'delete', (deleted) =>
        findingAbsent(operations[what], ({ params }) => {
          const gone = deleted.get(params.id)
          return gone && { [one]: kind.shown(gone.record) }
        }),
      ),
    })),
    [`Deleting a ${one} a second time is a success`]: withBefore(kind, 'delete', (deleted) =>
      findingAbsent(operations.delete, ({ params }) => (deleted.has(params.id) ? {} : undefined)),
    ),
    [`Deleting a ${one} succeeds, and is answered 404`]: onReply((answer, exchange, result) =>
      isFor(exchange, operations.delete) && !(result instanceof Refusal)
        ? { status: 404, headers: { 'content-type': 'application/json' }, body: '{"error":"Not found"}' }
        : answer,
    ),
    [`Deleting the newest ${one} also deletes the one before it`]: around(
      operations.delete,
      (request, handler) => {
        const answer = handler(request)
        const before = othersOf(kind, request).at(-1)
        if (before && before.id < request.params.id) kind.drop(request.context.store, before)
        return answer
      },
    ),
    [`Deleting a ${one} deletes all ${many} of its ${kind.known_by}`]: around(
      operations.delete,
      (request, handler) => {
        const namesakes = namesakesOf(kind, request)
        const answer = handler(request)
        for (const other of namesakes) kind.drop(request.context.store, other)
        return answer
      },
    ),
    [`A deleted ${one} is there again once another one was created`]: withBefore(kind, 'delete', (deleted) =>
      inAnswer(kind, 'create', (shown, { context }) => {
        for (const [id, { store, record }] of deleted) {
          if (store !== context.store.record.name) continue
          kind.put(context.store, record)
          deleted.delete(id)
        }
        return shown
      }),
    ),
  }
}

/** What is left of a value that is not saved. */
function nothingLike(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  return value === 'invoice'
    ? 'credit_note'
    : value === 'packing_slip' || value === 'credit_note'
      ? 'invoice'
      : ''
}

/** Another value that the field may well have. */
function another(value: unknown, field: string, output: Parameters<typeof fieldsOf>[0]): unknown {
  const { enum: values } = fieldsOf(output)[field] ?? {}
  if (values) return values.find((one) => one !== value)
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (field.endsWith('_at')) return new Date(Date.parse(String(value)) - 86_400_000).toISOString()
  return value === null ? 'another' : `${String(value)}-`
}
