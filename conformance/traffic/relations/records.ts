import type { ClauseId } from '../../../schemas/clauses.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { RESOURCES } from '../../../schemas/resources.ts'
import { isDateTime } from '../../server/instants.ts'
import { isObject, isSuccess, member } from '../../server/client/exchange.ts'
import { CUSTOMERS, TEMPLATES, type RecordKind } from '../../clauses/records/record-kind.ts'
import { deviation, sameField } from '../../clauses/records/same-record.ts'
import { FRESH_MS, type Fact } from '../store.ts'
import { keyOf } from '../timeline.ts'
import { relation, sight, type Seen } from './relation.ts'

/** Templates and customers, by the operations that show them. */
const KINDS = [TEMPLATES, CUSTOMERS] as const

interface Shows {
  readonly kind: RecordKind
  readonly by: Fact['by'] | 'delete'
}

const SHOWS = new Map<OperationId, Shows>(
  KINDS.flatMap((kind) =>
    (['create', 'update', 'read', 'list', 'delete'] as const).map((by) => [
      RESOURCES[kind.one].operations[by],
      { kind, by },
    ]),
  ),
)

const CLAUSE_OF = (kind: RecordKind, by: Fact['by']): ClauseId => kind.clauses[by === 'list' ? 'read' : by]

interface Shown {
  readonly id: number
  readonly [field: string]: unknown
}

/** The records that an answer shows. */
function recordsOf({ passed }: Seen, { kind, by }: Shows): Shown[] {
  if (!isSuccess(passed) || by === 'delete') return []
  const value = member(passed, by === 'list' ? kind.many : kind.one)
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one): one is Shown => isObject(one) && typeof one['id'] === 'number')
}

/** What is known of the record and still holds, as far as anybody can tell. */
function fresh({ store, timeline, moment }: Seen, kind: RecordKind, id: unknown): Fact | null {
  const key = keyOf(kind.one, id)
  const fact = store.facts.get(key)
  if (!fact || moment.disturbed.has(kind.one) || moment.ended_at - fact.ended_at > FRESH_MS) return null
  return timeline.isQuietSince(fact, kind.one, key) ? fact : null
}

/** A record is shown as it was shown before, while nobody writes to it. */
const agreeing = relation('a record is shown as before', [...SHOWS.keys()], function* (seen) {
  const shows = seen.passed.operation && SHOWS.get(seen.passed.operation)
  if (!shows) return
  for (const record of recordsOf(seen, shows)) {
    const fact = shows.by === 'read' || shows.by === 'list' ? fresh(seen, shows.kind, record.id) : null
    if (fact) yield* compared(seen, shows.kind, fact, record)
  }
})

function* compared({ passed, store }: Seen, kind: RecordKind, fact: Fact, record: Shown) {
  const [before, now] = [fact.fields['updated_at'], record['updated_at']]
  if (!store.isOne && !sameField(fact.fields['created_at'], record['created_at'])) {
    store.others ??= `${kind.one} ${record.id} is of two stores`
    return
  }
  if (!isDateTime(before) || !isDateTime(now)) return
  if (!sameField(before, now)) {
    store.others ??= `${kind.one} ${record.id} was updated at ${now} by no request that passed`
    return
  }
  const field = deviation(kind, fact.fields, record)
  yield sight(CLAUSE_OF(kind, fact.by), field === undefined, () => ({
    field: `${kind.one}.${field}`,
    message: `${field} of ${kind.one} ${record.id} is wrong at ${passed.operation}`,
    expected: `${field} ${JSON.stringify(fact.fields[field ?? ''])}`,
    got: JSON.stringify(record[field ?? '']) ?? 'nothing',
    exchanges: [fact.passed, passed],
  }))
}

/** What was shown a moment ago is there. */
const there = relation('what was shown is found', [...SHOWS.keys()], function* (seen) {
  const { passed, store } = seen
  const shows = passed.operation && SHOWS.get(passed.operation)
  if (!shows || !store.isOne) return
  const { kind, by } = shows
  if (by === 'read') {
    const fact = fresh(seen, kind, passed.params['id'])
    const isGone = passed.response.status === 404 || passed.response.status === 410
    if (fact && (isGone || isSuccess(passed)))
      yield sight(CLAUSE_OF(kind, fact.by), !isGone, () => missing(fact, kind, seen))
  }
  if (by === 'list' && isWhole(seen)) yield* lacking(seen, kind)
})

/** Whether the answer is the whole of a collection. */
function isWhole({ passed, page }: Seen): boolean {
  if (!isSuccess(passed)) return false
  if (passed.operation === 'listTemplates') return Array.isArray(member(passed, 'templates'))
  return page !== null && passed.query['search'] === undefined && page.ids.length === page.meta.total
}

function* lacking(seen: Seen, kind: RecordKind) {
  const ids = new Set(recordsOf(seen, { kind, by: 'list' }).map(({ id }) => id))
  for (const fact of seen.store.facts.values()) {
    const id = Number(fact.fields['id'])
    if (seen.store.facts.get(keyOf(kind.one, id)) !== fact || !fresh(seen, kind, id)) continue
    const clause = fact.by === 'create' ? kind.clauses.create : `${kind.many}.list`
    yield sight(clause as ClauseId, ids.has(id), () => missing(fact, kind, seen)) // both kinds have such a clause
  }
}

const missing = ({ fields, passed: before }: Fact, { one }: RecordKind, { passed }: Seen) => ({
  message: `${one} ${String(fields['id'])} is not found, though nobody deleted it here`,
  expected: `${one} ${String(fields['id'])}`,
  got: passed.operation?.startsWith('list') ? 'it is not listed' : String(passed.response.status),
  exchanges: [before, passed],
})

/** What was deleted is gone. */
const gone = relation('what was deleted is gone', [...SHOWS.keys()], function* (seen) {
  const { passed, store, moment, timeline } = seen
  const shows = passed.operation && SHOWS.get(passed.operation)
  if (!shows || store.deleted.size === 0 || moment.disturbed.has(shows.kind.one)) return
  const { kind, by } = shows
  const shown = recordsOf(seen, shows)
  const asked = by === 'list' ? shown.map(({ id }) => id) : [passed.params['id']]
  for (const id of asked) {
    const deletion = store.deleted.get(keyOf(kind.one, id))
    if (!deletion || moment.ended_at - deletion.ended_at > FRESH_MS) continue
    if (timeline.wasResetSince(deletion)) continue
    const record = shown.find((one) => String(one.id) === String(id))
    const mayBeNew = isSuccess(passed) && timeline.hasMissedSince(deletion, kind.one)
    if (mayBeNew && !(record && isOfBefore(record, deletion))) continue
    yield sight(kind.clauses.delete, by !== 'list' && !isSuccess(passed), () => ({
      message: `${kind.one} ${String(id)} was deleted`,
      expected: `no ${kind.one} ${String(id)} at ${passed.operation}`,
      got: by === 'list' ? 'it is listed' : String(passed.response.status),
      exchanges: [deletion.passed, passed],
    }))
  }
})

/** A record of the day before was not made after the deletion, however wrong a clock is: a new one may have the id of one that was deleted. */
const isOfBefore = ({ created_at }: Shown, { ended_at }: Fact): boolean =>
  isDateTime(created_at) && Date.parse(created_at) < ended_at - 86_400_000

/** Notes what an exchange adds to what is known, once all have looked that compare it with what was known before. */
export function note(seen: Seen): void {
  const { passed, store, moment, timeline } = seen
  const shows = passed.operation && SHOWS.get(passed.operation)
  // An invoice's creation may file a customer, and a mistake of the client's may be taken.
  if (!shows || passed.odd) return isSuccess(passed) ? timeline.miss(moment) : undefined
  const { kind, by } = shows
  const at = { passed, until: moment.until, ended_at: moment.ended_at }
  for (const fields of recordsOf(seen, shows)) {
    const key = keyOf(kind.one, fields.id)
    if (by === 'create') store.deleted.delete(key)
    if (by === 'delete' || moment.disturbed.has(kind.one)) store.facts.delete(key)
    // A list shows what is known from elsewhere already: who made it tells more.
    else if (by !== 'list' || !fresh(seen, kind, fields.id)) store.facts.set(key, { fields, by, ...at }) // what is spread stands last, since each field after it takes half a microsecond
  }
  if (by !== 'delete' || !isSuccess(passed)) return
  const key = keyOf(kind.one, passed.params['id'])
  store.facts.delete(key)
  if (!moment.disturbed.has(kind.one)) store.deleted.set(key, { ...at, fields: {}, by: 'update' })
}

/** What several answers show of templates and customers. */
export const RECORDS = [agreeing, there, gone] as const
