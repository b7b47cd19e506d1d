import type { ClauseId } from '../../../../schemas/clauses.ts'
import { inputOf, resultOf } from '../../../../schemas/envelopes.ts'
import { OPERATION_IDS, type OperationId } from '../../../../schemas/operations.ts'
import { fieldsOf } from '../../../../schemas/resources.ts'
import type { SchemaName } from '../../../../schemas/types.ts'
import { isObject, isSuccess, type Exchange } from '../../../server/client/exchange.ts'
import { perRun } from '../../../server/per-run.ts'
import { type Sight, watcher } from '../../check.ts'
import { KnownValues, type Sighting } from './known-values.ts'
import { recordsIn } from './records-in.ts'
import { looking, type Looked } from './looked-at.ts'
import type { Seen } from './resources.ts'
import { Slugs } from './slugs.ts'
import { VALUE_RULES } from './values.ts'
import { isWrongRate } from './wrong-rate.ts'

/** The clause that judges the records of a schema. */
const SHAPE_CLAUSES: Partial<Record<SchemaName, ClauseId>> = {
  'resources/invoice-summary': 'shape.invoice-summary',
  'resources/invoice-detail': 'shape.invoice-detail',
  'resources/bulk-action': 'shape.bulk-action',
  'resources/template': 'shape.template',
  'resources/customer': 'shape.customer',
  'resources/customer-detail': 'shape.customer-detail',
  'resources/settings': 'shape.settings',
}

/** What an operation's result is, and which clause judges its shape. */
interface Result {
  schema: SchemaName
  clause: ClauseId
  /** Sights of one record have it in common: `invoice` in details and in summaries. */
  kind: string
}

function judgedResult(operation: OperationId): Result | null {
  const { schema } = resultOf(operation) ?? {}
  const clause = schema && SHAPE_CLAUSES[schema]
  if (!clause) return null
  const [kind = schema] = schema.replace('resources/', '').split('-')
  return { schema, clause, kind }
}

const RESULTS = new Map(OPERATION_IDS.map((operation) => [operation, judgedResult(operation)]))

/** By the key that was sent, and the kind of record. */
const values = perRun<string, KnownValues>()
/** The slugs of invoices, with their ids. */
const slugs = perRun<'all', Slugs>()

/** What of a record tells that it is the same one, as it was. */
const idOf = (record: unknown, { kind }: Result): unknown =>
  isObject(record) && kind !== 'settings' ? record['id'] : ''
const timeOf = (record: unknown): unknown => (isObject(record) ? record['updated_at'] : undefined)

/** The shape clauses of §2, at every answer that shows a record. */
export const shapes = watcher(
  [
    ...new Set([...RESULTS.values()].flatMap((result) => result?.clause ?? [])),
    ...Object.values(VALUE_RULES).map(({ clause }) => clause),
  ],
  {
    name: 'records have their stated shape',
    *watch(exchange, session) {
      if (!exchange.operation || !isSuccess(exchange)) return
      const result = RESULTS.get(exchange.operation)
      if (!result) return
      const known = values(session, `${exchange.key} ${result.kind}`, () => new KnownValues())
      if (exchange.request.method !== 'GET') forgetChanged(known, exchange, result)
      const held = new Set<ClauseId>()
      const seenSlugs = slugs(session, 'all', () => new Slugs())
      const records = recordsIn(exchange)
      const looks = records.map(looking(result.schema, result.clause))
      if (looks.some(({ others }) => others.length > 0)) known.ask()
      const see = seeing(known, exchange, result)
      let before: Looked | undefined
      for (let at = 0; at < records.length; at++) {
        const [record, looked] = [records[at], looks[at]]
        // Most records of a list look like the one before.
        if (looked !== before) for (const clause of looked?.right ?? []) held.add(clause)
        before = looked
        if (looked && known.isAsked) see(record, looked)
        for (const one of looked?.others ?? []) yield* judged(one, record, result, exchange, known)
        const isInvoice = result.kind === 'invoice' && isObject(record)
        const odd = isInvoice ? slugOfAnother(record, seenSlugs, exchange) : null
        if (odd) yield odd
      }
      if (!known.isAsked) known.later(() => seeAll(known, exchange, result))
      for (const clause of held) yield { clause, finding: null }
    },
  },
)

/** Notes the values of the records of one answer. */
function seeing(
  known: KnownValues,
  exchange: Exchange,
  result: Result,
): (record: unknown, looked: Looked) => void {
  let sight: Sighting | null = null
  return (record, { paths }) => {
    if (sight?.paths !== paths) sight = { paths, exchange }
    known.saw(idOf(record, result), timeOf(record), sight)
  }
}

function seeAll(known: KnownValues, exchange: Exchange, result: Result): void {
  const see = seeing(known, exchange, result)
  const lookAt = looking(result.schema, result.clause)
  for (const record of recordsIn(exchange)) see(record, lookAt(record))
}

/** Invoices change by more than their own writes (platform edits among them), so all of them are forgotten. */
function forgetChanged(known: KnownValues, exchange: Exchange, result: Result): void {
  const answered_at = Math.floor(exchange.started_at + exchange.ms)
  if (result.kind === 'invoice') known.forget(answered_at)
  else known.forget(answered_at, idOf(recordsIn(exchange)[0], result))
}

function* judged(
  seen: Seen,
  record: unknown,
  result: Result,
  exchange: Exchange,
  known: KnownValues,
): Generator<Sight> {
  const finding = (expected: string, got: string, exchanges: Exchange[]) => ({
    message: `${seen.path || 'the record'} of ${exchange.operation} is wrong`,
    field: seen.path,
    expected,
    got,
    exchanges,
  })
  if (seen.wrong === 'absent') {
    const where = written(exchange, seen.path)
      ? exchange
      : known.whereSeen(idOf(record, result), timeOf(record), seen.path, exchange)
    if (where) {
      const expected = `${seen.path} with the value that is known of it`
      yield {
        clause: seen.clause,
        finding: finding(expected, 'null or nothing', [...new Set([where, exchange])]),
      }
    }
    return
  }
  if (seen.wrong && seen.clause === VALUE_RULES.rate.clause && !isWrongRate(record, seen.path)) return
  if (seen.wrong)
    yield { clause: seen.clause, finding: finding(seen.wrong.expected, seen.wrong.got, [exchange]) }
}

/** Whether this very request wrote a value into the field. What it may not set, the server may leave alone. */
function written(exchange: Exchange, field: string): boolean {
  const sent = exchange.operation && inputOf(exchange.operation)
  const input = sent && isObject(exchange.input) ? exchange.input[sent.key] : undefined
  const value = sent?.schema && isObject(input) && field in fieldsOf(sent.schema) ? input[field] : undefined
  // What is left of a text without letters and digits, or of one that is hard to store, is open (question input.strings).
  if (exchange.odd && typeof value === 'string') return false
  return value !== undefined && value !== null && value !== '' && typeof value !== 'object'
}

/** shape.slug: a slug belongs to one invoice. */
function slugOfAnother(
  { slug, id }: Record<string, unknown>,
  seenSlugs: Slugs,
  exchange: Exchange,
): Sight | null {
  if (typeof slug !== 'string') return null
  const known = seenSlugs.firstId(slug, id)
  if (known === undefined || known === id) return null
  return {
    clause: 'shape.slug',
    finding: {
      expected: `slug ${slug} of one invoice alone`,
      got: `it names the invoices ${String(known)} and ${String(id)}`,
      exchanges: [exchange],
    },
  }
}
