import { type Answer, type ApiRequest, type Context, settingsOf } from '../../../mock-server/seams.ts'
import { around } from './answers.ts'
import { type Fields, fieldsUnder, inField, keyFor, sentUnder, type Write } from './bodies.ts'
import { afterGate } from './gates.ts'
import { type Change, noting } from './mutant.ts'
import { isFor, type OneOrMore } from './operations.ts'

/** The fields that a write sends. */
export const fieldsOf = ({ operation, body }: ApiRequest): Fields => fieldsUnder(keyFor(operation), body)

/** Has writes go by other fields than those that were sent; what is answered and saved are these. */
export function sending(
  writes: OneOrMore<Write>,
  change: (fields: Fields, request: ApiRequest) => Fields,
): Change {
  return around(writes, (request, handler) => {
    const key = keyFor(request.operation)
    return handler({ ...request, body: { ...request.body, [key]: change(fieldsOf(request), request) } })
  })
}

/** Changes each text among the fields. */
export const eachText =
  (change: (text: string, field: string) => string) =>
  (fields: Fields): Fields =>
    mapped(fields, (value, field) => (typeof value === 'string' ? change(value, field) : value))

/** Leaves out fields. */
export const without =
  (isLeftOut: (value: unknown, field: string) => boolean) =>
  (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isLeftOut(value, name)))

/** Has writes ignore some of the fields that are sent. */
export const ignoring = (
  writes: OneOrMore<Write>,
  isIgnored: (value: unknown, field: string) => boolean,
): Change => sending(writes, without(isIgnored))

/** Has writes understand one field another way. */
export const misreading = (
  writes: OneOrMore<Write>,
  field: string,
  read: (value: unknown) => unknown,
): Change => sending(writes, inField(field, read))

function mapped(fields: Fields, change: (value: unknown, field: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]))
}

/** Lets writes set fields that are output only. */
export function setting(writes: OneOrMore<Write>, names: readonly string[]): Change {
  return noting(WeakMap<object, Fields>, (extras) => [
    afterGate('body', (exchange) => {
      if (!isFor(exchange, writes)) return
      const sent = sentUnder(keyFor(exchange.operation), exchange)
      extras.set(exchange.body, without((_value, name) => !names.includes(name))(sent))
    }),
    around(writes, (request, handler) => overwritten(request, handler(request), extras.get(request.body))),
  ])
}

function overwritten({ operation, context }: ApiRequest, answer: Answer, extra: Fields = {}): Answer {
  const key = keyFor(operation)
  const record = fieldsUnder(key, { ...answer.body })
  const fitting = without(
    (value, name) => typeof value !== typeof record[name] && !(record[name] === null && isText(value)),
  )(extra)
  put(context, key, Number(record['id']), fitting)
  return { ...answer, body: { [key]: { ...record, ...fitting } } }
}

function put({ store }: Context, key: ReturnType<typeof keyFor>, id: number, fields: Fields): void {
  if (key === 'settings') store.settings.set('settings', { ...settingsOf(store), ...fields })
  else if (key === 'template') edit(store.templates, id, fields)
  else edit(store.customers, id, fields)
}

/** Changes fields of a record behind the rules' back; under a new id when that is one of them. */
export function edit<T extends { id: number }>(
  table: { get(id: number): T | undefined; set(id: number, record: T): unknown; delete(id: number): boolean },
  id: number,
  fields: Fields,
): void {
  const record = table.get(id)
  if (!record) return
  const next = { ...record, ...fields }
  if (next.id !== id) table.delete(id)
  table.set(next.id, next)
}

const isText = (value: unknown): value is string => typeof value === 'string'
