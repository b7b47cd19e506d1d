import { fieldsOf, inputFieldsOf, outputOnlyFieldsOf } from '../../../schemas/resources.ts'
import { isObject } from '../../server/client/exchange.ts'
import { around, refusing } from './answers.ts'
import { afterGate } from './gates.ts'
import { counter, forgetting, forgettingEach } from './memory.ts'
import { all, type Faults, fresh, ofEach } from './mutant.ts'
import { isFor } from './operations.ts'
import { lookingTooEarly, sharingTheId } from './races.ts'
import { findingAbsent, namingLoosely } from './record-ids.ts'
import {
  type Before,
  inAnswer,
  inList,
  type Kept,
  namesakesOf,
  othersOf,
  type RecordKind,
  withBefore,
} from './records.ts'
import { onRefusal } from './replies.ts'
import { textFaults } from './text-faults.ts'
import {
  type Fields,
  fieldsOf as sentFields,
  ignoring,
  misreading,
  savingWhatItRefuses,
  sending,
  setting,
  taming,
  tamingField,
  tamingFields,
  without,
} from './writes.ts'

// Faults that any record can have: one of each for templates and for customers, and for each of their fields.

const READERS = ['read', 'update', 'delete'] as const

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
    [`A new ${one} gets the id of the one that was deleted last`]: fresh(() => {
      const free = new Map<string, number>()
      return all(
        around(operations.delete, (request, handler) => {
          const answer = handler(request)
          free.set(request.context.store.record.name, request.params.id)
          return answer
        }),
        around(create, (request, handler) => {
          const { name } = request.context.store.record
          const again = free.get(name)
          free.delete(name)
          const ids = again === undefined ? [] : [again]
          const nextId = () => ids.shift() ?? request.context.nextId()
          return handler({ ...request, context: { ...request.context, nextId } })
        }),
      )
    }),
    'Of two simultaneous creations the first one is answered, but not kept': lookingTooEarly(
      create,
      (store) => Math.max(0, ...kind.kept(store).map(({ id }) => id)),
      (newest, { context: { store } }) => {
        for (const record of kind.kept(store)) if (record.id > newest) kind.drop(store, record)
      },
    ),
    [`A ${one} that was created is listed, but is not read before its first update`]: fresh(() => {
      const unknown = new Set<number>()
      return all(
        inAnswer(kind, 'create', (shown) => (unknown.add(shown.id), shown)),
        inAnswer(kind, 'update', (shown) => (unknown.delete(shown.id), shown)),
        refusing(operations.read, 'not-found', ({ params }) => unknown.has(params.id)),
      )
    }),
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
    [`A single ${one} shows the ${kind.known_by} of the one that was read before`]: fresh(() => {
      let before: unknown
      return inAnswer(kind, 'read', (shown) => {
        const last = before ?? shown[kind.known_by]
        before = shown[kind.known_by]
        return { ...shown, [kind.known_by]: last }
      })
    }),
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

export function updateFaults(kind: RecordKind): Faults {
  const { one, many, operations } = kind.resource
  const { update } = operations
  const asBefore = (now: Kept, before: ReadonlyMap<number, Before>): Kept => {
    const first = before.get(now.id)
    return first ? kind.shown(first.record) : now
  }
  return {
    ...ofEach(inputFieldsOf(kind.resource), (field) => ({
      [`${field} can be set at creation only`]: ignoring(update, (_value, name) => name === field),
      [`An update of ${field} also changes that of the ${one} that was made next`]: inAnswer(
        kind,
        'update',
        (shown, request) => {
          const next = othersOf(kind, request).find(({ id }) => id > shown.id)
          if (next && field in sentFields(request))
            kind.edit(request.context.store, next.id, { [field]: shown[field] })
          return shown
        },
      ),
    })),
    'An update is answered, but not saved': forgetting(update, () => true),
    [`From the second update of a ${one} on they are answered, but not saved`]: fresh(() => {
      const count = counter<number>()
      return forgetting(update, ({ params }) => count(params.id) > 1)
    }),
    [`The list shows ${many} as they were before their first update`]: withBefore(kind, 'update', (before) =>
      inList(kind, (shown) => shown.map((now) => asBefore(now, before))),
    ),
    [`The list shows updated ${many} as they were before, until another is created`]: withBefore(
      kind,
      'update',
      (before) =>
        all(
          inAnswer(kind, 'create', (shown) => (before.clear(), shown)),
          inList(kind, (shown) => shown.map((now) => asBefore(now, before))),
        ),
    ),
    [`A single ${one} that was updated is shown as it was before, until another is created`]: withBefore(
      kind,
      'update',
      (before) =>
        all(
          inAnswer(kind, 'create', (shown) => (before.clear(), shown)),
          inAnswer(kind, 'read', (shown) => ({ ...shown, ...asBefore(shown, before) })),
        ),
    ),
    [`A single ${one} is read as it was when it was read first`]: fresh(() => {
      const cache = new Map<number, Fields>()
      return inAnswer(kind, 'read', (shown) => {
        const first = cache.get(shown.id) ?? shown
        cache.set(shown.id, first)
        return first
      })
    }),
    'An update to an empty text is ignored': ignoring(update, (value) => value === ''),
    [`An update that sends the ${kind.known_by} that the ${one} has is taken for no change at all`]: sending(
      update,
      (fields, { context, params }) =>
        kind.get(context.store, params.id)?.[kind.known_by] === fields[kind.known_by] ? {} : fields,
    ),
    [`An update changes all ${many} that have the ${kind.known_by} of the one that is meant`]: around(
      update,
      (request, handler) => {
        const namesakes = namesakesOf(kind, request)
        const answer = handler(request)
        for (const { id } of namesakes) kind.edit(request.context.store, id, sentFields(request))
        return answer
      },
    ),
    [`Simultaneous updates of two ${many} both change the one whose request came last`]: sharingTheId(update),
  }
}

export function deletionFaults(kind: RecordKind): Faults {
  const { one, many, operations } = kind.resource
  return {
    [`A deleted ${one} stays in the list`]: withBefore(kind, 'delete', (deleted) =>
      inList(kind, (shown, { context, query }) => {
        const gone = [...deleted.values()].filter(({ store }) => store === context.store.record.name)
        return query['search'] ? shown : [...shown, ...gone.map(({ record }) => kind.shown(record))]
      }),
    ),
    ...ofEach(['read', 'update'], (what) => ({
      [`${what} of a deleted ${one} is a success`]: withBefore(kind, 'delete', (deleted) =>
        findingAbsent(operations[what as 'read' | 'update'], ({ params }) => {
          const gone = deleted.get(params.id)
          return gone && { [one]: kind.shown(gone.record) }
        }),
      ),
    })),
    [`Deleting a ${one} a second time is a success`]: withBefore(kind, 'delete', (deleted) =>
      findingAbsent(operations.delete, ({ params }) => (deleted.has(params.id) ? {} : undefined)),
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

export function outputOnlyFaults(kind: RecordKind): Faults {
  const { create, update } = kind.resource.operations
  return ofEach(outputOnlyFieldsOf(kind.resource), (field) => ({
    [`${field} can be set at creation`]: setting(create, [field]),
    [`${field} can be set by an update`]: setting(update, [field]),
  }))
}

export function invalidFaults(kind: RecordKind): Faults {
  const { one, operations, input } = kind.resource
  const { create, update } = operations
  const fields = fieldsOf(input)
  return {
    ...ofEach(Object.keys(fields), (field) => ({
      [`An object as ${field} is accepted`]: tamingField([create, update], field, (value) =>
        tamed(value, isObject, field, fields),
      ),
      [`An array as ${field} is accepted`]: tamingField([create, update], field, (value) =>
        tamed(value, Array.isArray, field, fields),
      ),
    })),
    'Fields of an update that are objects or arrays are ignored': tamingFields(
      update,
      without((value) => typeof value === 'object'),
    ),
    [`An update without ${one} changes nothing and is a success`]: taming(update, (sent) =>
      isObject(sent) && !(one in sent) ? { [one]: {} } : sent,
    ),
    [`A creation also takes the fields when they are not under ${one}`]: taming(create, (sent) =>
      isObject(sent) && !(one in sent) && Object.keys(sent).length > 0 ? { [one]: sent } : sent,
    ),
    'An update with an invalid field is refused, but its other fields are saved': savingWhatItRefuses(update),
    [`A creation with an invalid field is refused, but the ${one} is there`]: savingWhatItRefuses(create),
  }
}

/** Ways to take what is no id for one. */
const LOOSE: Readonly<Record<string, (segment: string) => number>> = {
  letters: (segment) => Number.parseInt(segment, 10),
  fraction: (segment) => Math.floor(Number(segment)),
  sign: (segment) => Math.abs(Number(segment)),
}

export function unknownFaults(kind: RecordKind): Faults {
  const { one, operations } = kind.resource
  return {
    ...ofEach(READERS, (what) => {
      const operation = operations[what as (typeof READERS)[number]]
      return {
        ...ofEach(Object.keys(LOOSE), (way) => ({
          [`${what} finds a ${one} by its id with ${way === 'letters' ? 'letters behind it' : `a ${way}`}`]:
            namingLoosely(operation, LOOSE[way] ?? Number),
        })),
        [`${what} of an unknown ${one} is a success`]: findingAbsent(operation, () => ({ [one]: null })),
        [`${what} of an unknown ${one} is unprocessable`]: onRefusal(
          'not-found',
          (answer) => ({ ...answer, status: 422, body: '{"error":"Unprocessable entity","errors":{}}' }),
          operation,
        ),
      }
    }),
    [`An update of an unknown id creates a ${one}`]: afterGate('known-path', (exchange) => {
      const { context, params } = exchange
      if (!context || !isFor(exchange, operations.update) || kind.get(context.store, params.id)) return
      const [any] = kind.kept(context.store)
      if (any) kind.put(context.store, { ...any, id: params.id })
    }),
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

/** Texts of fields whose format may be checked. */
const VALID_TEXTS: Readonly<Record<string, string>> = {
  email: 'taken@mail.example',
  logo_url: 'https://images.example/logo.png',
}

/** A valid value of the field in the place of one that must be refused. */
function tamed(
  value: unknown,
  isRefused: (value: unknown) => boolean,
  field: string,
  fields: ReturnType<typeof fieldsOf>,
): unknown {
  if (!isRefused(value)) return value
  const { type, enum: values } = fields[field] ?? {}
  if (values) return values[0]
  if (type === 'boolean') return true
  if (type === 'integer') return 10
  return VALID_TEXTS[field] ?? JSON.stringify(value)
}
