import { check, type Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { Audit } from './audit.ts'
import type { OwnRecord } from './record-calls.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'
import { named, type Records } from './records.ts'
import { sameField } from './same-record.ts'

/**
 * templates.output-only, customers.output-only. Such a field is ignored, or the whole request is unprocessable
 * (question input.unknown_fields): set it is never.
 */
export const outputOnlyChecks = (kind: RecordKind): Check[] =>
  named(kind, {
    [`output-only fields of a new ${kind.one}`]: onCreate,
    [`output-only fields of an updated ${kind.one}`]: onUpdate,
  }).map((one) => check(kind.clauses.outputOnly, one))

const LONG_AGO = '2001-02-03T04:05:06Z'
const FAR_AHEAD = '2099-12-31T23:59:58+00:00'

/** Output-only values that nobody but a client would think of, one by one and all together. */
function intruders({ outputOnly }: RecordKind, other: Shown, items: readonly Shown[]): Fields[] {
  const shownKeys = items.map(({ design_key }) => design_key).filter((key) => typeof key === 'string')
  const platformIds = items.map(({ platform_customer_id: id }) => id).filter((id) => typeof id === 'number')
  const tried: Record<string, unknown[]> = {
    id: [UNLIKELY_ID, other.id],
    created_at: [LONG_AGO],
    updated_at: [LONG_AGO, FAR_AHEAD],
    design_key: ['conformance', ...new Set(shownKeys)].slice(0, 3),
    platform_customer_id: [424_242, ...platformIds.slice(0, 1)],
  }
  const fields = Object.entries(tried).filter(([field]) => outputOnly.includes(field))
  return [
    ...fields.flatMap(([field, values]) => values.map((value) => ({ [field]: value }))),
    Object.fromEntries(fields.map(([field, [first]]) => [field, first])),
  ]
}

async function onCreate(records: Records): Promise<void> {
  const { shown: plain } = await records.makeOne()
  const audit = await Audit.begin(records)
  for (const intruder of intruders(records.kind, plain, audit.items)) {
    // What the server chooses by itself may be what was sent: then nothing can be told.
    const telling = without(intruder, (field) => field !== 'id' && sameField(plain[field], intruder[field]))
    if (Object.keys(telling).length > 0) await records.tidying(() => judgeCreate(records, audit, telling))
  }
}

const without = (fields: Fields, test: (field: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !test(field)))

async function judgeCreate(records: Records, audit: Audit, intruder: Fields): Promise<void> {
  const input = await records.input()
  const { exchange } = await records.create({ ...input, ...intruder })
  if (!isSuccess(exchange)) return judgeRefused(records, audit, exchange, [])
  const shown = await records.judgeWritten(input, exchange)
  judgeNotSet(records, intruder, shown, [exchange])
  await audit.judge([shown], [exchange])
}

/** An update keeps what nobody can set, whether the body speaks of it or not. */
async function onUpdate(records: Records): Promise<void> {
  const [other, own] = await records.own(3)
  const audit = await Audit.begin(records)
  const tried = intruders(records.kind, other.shown, audit.items)
  for (const intruder of [{}, ...tried])
    await judgeUpdate(records, audit, own, intruder, await records.input())
  await judgeUpdate(records, audit, own, tried.at(-1) ?? {}, {})
}

async function judgeUpdate(
  records: Records,
  audit: Audit,
  { shown: { id } }: OwnRecord,
  intruder: Fields,
  input: Fields,
): Promise<void> {
  const earlier = await records.read(id)
  const before = records.shownIn(earlier)
  const exchange = await records.update(id, { ...input, ...intruder })
  if (!isSuccess(exchange)) return judgeRefused(records, audit, exchange, [before])
  const kept = Object.fromEntries(
    records.kind.outputOnly.filter(isKept).map((field) => [field, before[field]]),
  )
  const shown = await records.judgeWritten({ ...kept, ...input }, exchange, [earlier])
  judgeNotSet(records, without(intruder, isKept), shown, [earlier, exchange])
  if (intruder['id'] === UNLIKELY_ID) records.law.refused(await records.read(UNLIKELY_ID), 'not-found')
  await audit.judge([shown], [earlier, exchange])
}

/** An update moves updated_at alone, though not to what was sent. */
const isKept = (field: string) => field !== 'updated_at'

async function judgeRefused(
  records: Records,
  audit: Audit,
  exchange: Exchange,
  unchanged: readonly Shown[],
): Promise<void> {
  records.law.refused(exchange, 'unprocessable')
  for (const record of unchanged) await records.judgeRead(record, [exchange])
  await audit.judge(unchanged, [exchange])
}

function judgeNotSet(
  { law, kind }: Records,
  intruder: Fields,
  shown: Fields,
  exchanges: readonly Exchange[],
): void {
  const set = Object.keys(intruder).find((field) => sameField(intruder[field], shown[field]))
  law.judge(set === undefined, {
    field: `${kind.one}.${set}`,
    expected: `${set} as the server sets it`,
    got: JSON.stringify(intruder[set ?? '']) ?? '',
    exchanges,
  })
}
