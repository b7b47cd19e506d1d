import type { ClauseId } from '../../../../schemas/clauses.ts'
import type { OperationId } from '../../../../schemas/operations.ts'
import { schema } from '../../../../schemas/schema-files.ts'
import type { SchemaName } from '../../../../schemas/types.ts'
import { type Sight, watcher } from '../../check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../../server/client/exchange.ts'
import type { Session } from '../../../server/session.ts'
import { ENVELOPES } from './envelopes.ts'
import { KnownValues } from './known-values.ts'
import { look, type Seen } from './resources.ts'
import { VALUE_RULES } from './values.ts'

/** What an operation's result is, and which clause judges its shape. */
interface Result {
  schema: SchemaName
  clause: ClauseId
  /** Records of one kind share what is known of their fields. */
  kind: 'invoice' | 'template' | 'customer' | 'settings' | 'bulk_action'
}

const SUMMARY: Result = {
  schema: 'resources/invoice-summary',
  clause: 'shape.invoice-summary',
  kind: 'invoice',
}
const DETAIL: Result = { schema: 'resources/invoice-detail', clause: 'shape.invoice-detail', kind: 'invoice' }
const TEMPLATE: Result = { schema: 'resources/template', clause: 'shape.template', kind: 'template' }
const CUSTOMER: Result = { schema: 'resources/customer', clause: 'shape.customer', kind: 'customer' }
const SETTINGS: Result = { schema: 'resources/settings', clause: 'shape.settings', kind: 'settings' }

const RESULTS: Partial<Record<OperationId, Result>> = {
  listInvoices: SUMMARY,
  searchInvoices: SUMMARY,
  readInvoice: DETAIL,
  createInvoice: DETAIL,
  regenerateInvoice: DETAIL,
  bulkPdf: { schema: 'resources/bulk-action', clause: 'shape.bulk-action', kind: 'bulk_action' },
  listTemplates: TEMPLATE,
  createTemplate: TEMPLATE,
  readTemplate: TEMPLATE,
  updateTemplate: TEMPLATE,
  listCustomers: CUSTOMER,
  createCustomer: CUSTOMER,
  updateCustomer: CUSTOMER,
  readCustomer: { schema: 'resources/customer-detail', clause: 'shape.customer-detail', kind: 'customer' },
  readSettings: SETTINGS,
  updateSettings: SETTINGS,
}

const known = new WeakMap<Session, KnownValues>()
const slugs = new WeakMap<Session, Map<string, unknown>>()

/** The shape clauses of §2, at every answer that shows a record. */
export const shapes = watcher(
  [
    ...new Set(Object.values(RESULTS).map(({ clause }) => clause)),
    ...Object.values(VALUE_RULES).map(({ clause }) => clause),
  ],
  {
    name: 'records have their stated shape',
    *watch(exchange, session) {
      if (!exchange.operation || !isSuccess(exchange)) return
      const values = knownValues(session)
      const result = RESULTS[exchange.operation]
      if (exchange.request.method !== 'GET') forgetChanged(values, exchange, result)
      if (!result) return
      for (const record of recordsOf(exchange)) {
        const seen = [...look(result.schema, record, result.clause)]
        for (const one of seen) yield* judged(one, record, result, exchange, values)
        yield* slugOfItsOwn(record, exchange, session)
      }
    },
  },
)

function knownValues(session: Session): KnownValues {
  let values = known.get(session)
  if (!values) known.set(session, (values = new KnownValues()))
  return values
}

/** Invoices change by more than their own writes (platform edits among them), so all of them are forgotten. */
function forgetChanged(values: KnownValues, exchange: Exchange, result: Result | undefined): void {
  if (!result) return
  values.forget(
    result.kind === 'invoice' ? `${exchange.key} invoice` : keyOf(result, recordsOf(exchange)[0], exchange),
  )
}

function recordsOf(exchange: Exchange): unknown[] {
  const value = member(exchange, ENVELOPES[exchange.operation!] ?? '')
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

function* judged(
  seen: Seen,
  record: unknown,
  result: Result,
  exchange: Exchange,
  values: KnownValues,
): Generator<Sight> {
  const key = keyOf(result, record, exchange)
  const updated_at = isObject(record) ? record['updated_at'] : undefined
  const finding = (expected: string, got: string, exchanges: Exchange[]) => ({
    message: `${seen.path || 'the record'} of ${exchange.operation} is wrong`,
    field: seen.path,
    expected,
    got,
    exchanges,
  })
  if (seen.wrong === 'absent') {
    const where = written(exchange, seen.path) ? exchange : values.whereSeen(key, updated_at, seen.path)
    if (where) {
      const expected = `${seen.path} with the value that is known of it`
      yield {
        clause: seen.clause,
        finding: finding(expected, 'null or nothing', [...new Set([where, exchange])]),
      }
    }
    return
  }
  if (seen.wrong === null) values.saw(key, updated_at, seen.path, exchange)
  yield {
    clause: seen.clause,
    finding: seen.wrong && finding(seen.wrong.expected, seen.wrong.got, [exchange]),
  }
}

/** What a write may set; what else it sends, the server may leave alone. */
const INPUTS: { [envelope: string]: SchemaName } = {
  template: 'resources/template-input',
  customer: 'resources/customer-input',
  settings: 'resources/settings-input',
}

/** Whether this very request wrote a value into the field. */
function written(exchange: Exchange, field: string): boolean {
  const name = ENVELOPES[exchange.operation!] ?? ''
  const input = isObject(exchange.input) ? exchange.input[name] : undefined
  const value =
    isObject(input) && INPUTS[name] && field in inputFields(INPUTS[name]) ? input[field] : undefined
  // What is left of a text without letters and digits, or of one that is hard to store, is open (question input.strings).
  if (exchange.odd && typeof value === 'string') return false
  return value !== undefined && value !== null && value !== '' && typeof value !== 'object'
}

const inputFields = (name: SchemaName) => schema(name)['properties'] as object

function keyOf({ kind }: Result, record: unknown, { key }: Exchange): string {
  const id = isObject(record) ? String(record['id']) : ''
  return `${key} ${kind} ${kind === 'settings' ? '' : id}.`
}

/** shape.slug: a slug belongs to one invoice. */
function* slugOfItsOwn(record: unknown, exchange: Exchange, session: Session): Generator<Sight> {
  if (!isObject(record) || typeof record['slug'] !== 'string') return
  let ids = slugs.get(session)
  if (!ids) slugs.set(session, (ids = new Map()))
  const id = ids.get(record['slug']) ?? record['id']
  ids.set(record['slug'], id)
  if (id === record['id']) return
  const got = `it names the invoices ${String(id)} and ${String(record['id'])}`
  yield {
    clause: 'shape.slug',
    finding: { expected: `slug ${record['slug']} of one invoice alone`, got, exchanges: [exchange] },
  }
}
