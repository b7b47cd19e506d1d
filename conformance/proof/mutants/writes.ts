import {
  type Answer,
  type ApiRequest,
  type Context,
  type Exchange,
  fitBody,
  Refusal,
  settingsOf,
} from '../../../mock-server/seams.ts'
import { OPERATIONS, type OperationId } from '../../../schemas/operations.ts'
import { isObject } from '../../server/client/exchange.ts'
import { around } from './answers.ts'
import { afterGate, aroundGate, refusedButDone } from './gates.ts'
import { all, type Change, fresh } from './mutant.ts'
import { isFor, type OneOrMore } from './operations.ts'

/** Operations that write a record's fields, and the key under which the fields are sent. */
const SENT_UNDER = {
  createTemplate: 'template',
  updateTemplate: 'template',
  createCustomer: 'customer',
  updateCustomer: 'customer',
  updateSettings: 'settings',
} as const

export type Write = keyof typeof SENT_UNDER
/** Operations that have a body. */
type WithBody = 'createInvoice' | 'bulkPdf' | Write
export type Fields = Readonly<Record<string, unknown>>

/** The key under which a write sends its fields. */
const keyFor = (operation: OperationId | null): (typeof SENT_UNDER)[Write] =>
  // Asked of writes only.
  SENT_UNDER[operation as Write]

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

/** Changes the value of one field where it is sent. */
export const inField =
  (name: string, change: (value: unknown) => unknown) =>
  (fields: Fields): Fields =>
    name in fields ? { ...fields, [name]: change(fields[name]) } : fields

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

/** Takes bodies that must be refused: makes another of what was sent, and refuses only what is wrong even then. */
export function taming(
  operations: OneOrMore<WithBody>,
  tame: (sent: unknown, exchange: Exchange) => unknown,
): Change {
  return aroundGate('body', async (exchange, through) => {
    try {
      await through()
    } catch (error) {
      const sent = isFor(exchange, operations) && error instanceof Refusal ? sentBody(exchange) : undefined
      if (sent === undefined) throw error
      exchange.body = fitted(tame(sent, exchange), exchange)
    }
  })
}

/** As `taming`, for the fields of writes. */
export const tamingFields = (writes: OneOrMore<Write>, tame: (fields: Fields) => Fields): Change =>
  taming(writes, (sent, { operation }) => {
    const key = keyFor(operation)
    const fields = isObject(sent) ? sent[key] : undefined
    return isObject(fields) ? { [key]: tame(fields) } : sent
  })

/** As `taming`, for one field. */
export const tamingField = (
  writes: OneOrMore<Write>,
  field: string,
  tame: (value: unknown) => unknown,
): Change => tamingFields(writes, inField(field, tame))

/** Refuses writes as it must, and does for all that what they say as far as it is valid. */
export const savingWhatItRefuses = (write: Write): Change =>
  refusedButDone('body', write, (exchange) => {
    const key = SENT_UNDER[write]
    const valid = Object.entries(sentUnder(key, exchange)).filter(([name, value]) =>
      isValid({ [key]: { [name]: value } }, exchange),
    )
    exchange.body = { [key]: Object.fromEntries(valid) }
  })

/** Lets writes set fields that are output only. */
export function setting(writes: OneOrMore<Write>, names: readonly string[]): Change {
  return fresh(() => {
    const extras = new WeakMap<object, Fields>()
    return all(
      afterGate('body', (exchange) => {
        if (!isFor(exchange, writes)) return
        const sent = sentUnder(keyFor(exchange.operation), exchange)
        extras.set(exchange.body, without((_value, name) => !names.includes(name))(sent))
      }),
      around(writes, (request, handler) => overwritten(request, handler(request), extras.get(request.body))),
    )
  })
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

function put({ store }: Context, key: (typeof SENT_UNDER)[Write], id: number, fields: Fields): void {
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

/** The body as it came; undefined for none, or none that is JSON. */
export function sentBody({ http }: Exchange): unknown {
  try {
    return JSON.parse(String(http.body))
  } catch {
    return undefined
  }
}

/** The fields that a body has under a key, whatever was sent. */
function sentUnder(key: string, exchange: Exchange): Fields {
  const sent = sentBody(exchange)
  return isObject(sent) ? fieldsUnder(key, sent) : {}
}

function fieldsUnder(key: string, { [key]: fields }: Fields): Fields {
  return isObject(fields) ? fields : {}
}

function fitted(body: unknown, { operation, dialect }: Exchange): Record<string, unknown> {
  // Asked of these only.
  return fitBody(OPERATIONS[operation as WithBody].body, body, dialect)
}

export function isValid(body: unknown, exchange: Exchange): boolean {
  try {
    fitted(body, exchange)
    return true
  } catch {
    return false
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
