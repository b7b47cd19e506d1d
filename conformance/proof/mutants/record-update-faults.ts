import type { IncomingHttpHeaders } from 'node:http'
import type { OperationId } from '../../../schemas/operations.ts'
import { inputFieldsOf } from '../../../schemas/resources.ts'
import { around } from './answers.ts'
import type { Fields } from './bodies.ts'
import { afterGate } from './gates.ts'
import { counter, forgetting, keepingFirst } from './memory.ts'
import { all, type Change, type Faults, fresh, ofEach, rows } from './mutant.ts'
import { isFor } from './operations.ts'
import { sharingTheId } from './races.ts'
import { taggedByPath } from './replies.ts'
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
import { fieldsOf, ignoring, sending } from './writes.ts'

// Faults that updates of any record can have.

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
          if (next && field in fieldsOf(request))
            kind.edit(request.context.store, next.id, { [field]: shown[field] })
          return shown
        },
      ),
    })),
    ...rows((isNotRead: (headers: IncomingHttpHeaders) => boolean) => unread(update, one, isNotRead), {
      'Of an update whose media type names its charset nothing is read': ({ 'content-type': type }) =>
        type !== 'application/json',
      'Of an update in chunks nothing is read': ({ 'transfer-encoding': coding }) => coding !== undefined,
      'Of an update by a client that accepts any answer nothing is read': ({ accept }) => accept === '*/*',
      'Of an update by a client that accepts some answers nothing is read': ({ accept = '' }) =>
        accept.includes(','),
    }),
    [`Who has seen a ${one} is told ever after that it has not changed`]: taggedByPath(operations.read),
    [`Who has seen the list of ${many} is told ever after that it has not changed`]: taggedByPath(
      operations.list,
    ),
    [`An update to the ${kind.known_by} of another ${one} deletes that one`]: inAnswer(
      kind,
      'update',
      (shown, request) => {
        const text = shown[kind.known_by]
        for (const other of othersOf(kind, request))
          if (text !== '' && other[kind.known_by] === text) kind.drop(request.context.store, other)
        return shown
      },
    ),
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
    [`A single ${one} is read as it was when it was read first`]: keepingFirst<Fields>((first) =>
      inAnswer(kind, 'read', (shown) => first(shown.id, () => shown)),
    ),
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
        for (const { id } of namesakes) kind.edit(request.context.store, id, fieldsOf(request))
        return answer
      },
    ),
    [`Simultaneous updates of two ${many} both change the one whose request came last`]: sharingTheId(update),
  }
}

/** An update that depends on what is sent along with it, and gives no field then. */
function unread(
  update: OperationId,
  one: string,
  isNotRead: (headers: IncomingHttpHeaders) => boolean,
): Change {
  return afterGate('body', (exchange) => {
    if (isFor(exchange, update) && isNotRead(exchange.http.headers)) exchange.body = { [one]: {} }
  })
}
