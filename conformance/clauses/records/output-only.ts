import { check, type Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'
import { Audit } from './audit.ts'
import { judgeFields, judgeRead, recordOf } from './judge.ts'
import { create, drop, read, update, withOwn, type OwnRecord } from './own.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'
import { sameField } from './same-record.ts'

/**
 * templates.output-only, customers.output-only. Such a field is ignored, or the whole request is unprocessable
 * (question input.unknown_fields): set it is never.
 */
export function outputOnlyChecks(kind: RecordKind): Check[] {
  return [
    check(kind.clauses.outputOnly, {
      name: `output-only fields of a new ${kind.one}`,
      run: (law) => onCreate(law, kind),
    }),
    check(kind.clauses.outputOnly, {
      name: `output-only fields of an updated ${kind.one}`,
      run: (law) => onUpdate(law, kind),
    }),
  ]
}

const LONG_AGO = '2001-02-03T04:05:06Z'
const FAR_AHEAD = '2099-12-31T23:59:58+00:00'

/** Output-only values that nobody but a client would think of, one by one and all together. */
function intruders(kind: RecordKind, other: Shown, items: readonly Shown[]): Fields[] {
  const shownKeys = items.map(({ design_key }) => design_key).filter((key) => typeof key === 'string')
  const platformIds = items.map(({ platform_customer_id: id }) => id).filter((id) => typeof id === 'number')
  const tried: { [field: string]: unknown[] } = {
    id: [UNLIKELY_ID, other.id],
    created_at: [LONG_AGO],
    updated_at: [LONG_AGO, FAR_AHEAD],
    design_key: ['conformance', ...new Set(shownKeys)].slice(0, 3),
    platform_customer_id: [424_242, ...platformIds.slice(0, 1)],
  }
  const fields = kind.outputOnly.filter((field) => field in tried)
  return [
    ...fields.flatMap((field) => tried[field]!.map((value) => ({ [field]: value }))),
    Object.fromEntries(fields.map((field) => [field, tried[field]![0]])),
  ]
}

async function onCreate(law: Law, kind: RecordKind): Promise<void> {
  await withOwn(law, kind, 1, async ([other]) => {
    const audit = await Audit.begin(law, kind)
    const plain = other!.shown
    for (const intruder of intruders(kind, plain, audit.items)) {
      // What the server chooses by itself may be what was sent: then nothing can be told.
      const telling = without(intruder, (field) => field !== 'id' && sameField(plain[field], intruder[field]))
      if (Object.keys(telling).length > 0) await judgeCreate(law, kind, audit, telling)
    }
  })
}

const without = (fields: Fields, test: (field: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !test(field)))

async function judgeCreate(law: Law, kind: RecordKind, audit: Audit, intruder: Fields): Promise<void> {
  const clause = kind.clauses.outputOnly
  const input = await kind.input(law.session)
  const { shown: made, exchange } = await create(law, kind, { ...input, ...intruder })
  try {
    if (!isSuccess(exchange)) return await judgeRefused(law, kind, audit, exchange, [])
    law.observe('input.unknown_fields', 'ignored', exchange)
    const shown = recordOf(law, clause, kind, exchange)
    judgeFields(law, clause, kind, input, shown, exchange)
    judgeNotSet(law, kind, intruder, shown, [exchange])
    judgeNotSet(law, kind, intruder, await judgeRead(law, clause, kind, shown, [exchange]), [exchange])
    await audit.judge(clause, [shown], [exchange])
  } finally {
    await drop(law, kind, [{ shown: made }])
  }
}

/** An update keeps what nobody can set, whether the body speaks of it or not. */
async function onUpdate(law: Law, kind: RecordKind): Promise<void> {
  await withOwn(law, kind, 3, async ([other, own]) => {
    const audit = await Audit.begin(law, kind)
    const tried = intruders(kind, other!.shown, audit.items)
    for (const intruder of [{}, ...tried])
      await judgeUpdate(law, kind, audit, own!, intruder, await kind.input(law.session))
    await judgeUpdate(law, kind, audit, own!, tried.at(-1)!, {})
  })
}

async function judgeUpdate(
  law: Law,
  kind: RecordKind,
  audit: Audit,
  { shown: { id } }: OwnRecord,
  intruder: Fields,
  input: Fields,
): Promise<void> {
  const clause = kind.clauses.outputOnly
  const earlier = await read(law, kind, id)
  const before = recordOf(law, clause, kind, earlier)
  const exchange = await update(law, kind, id, { ...input, ...intruder })
  const exchanges = [earlier, exchange]
  if (!isSuccess(exchange)) return judgeRefused(law, kind, audit, exchange, [before])
  const shown = recordOf(law, clause, kind, exchange)
  const later = await judgeRead(law, clause, kind, shown, [exchange])
  for (const now of [shown, later]) {
    judgeFields(law, clause, kind, { ...keptBy(kind, before), ...input }, now, exchanges)
    judgeNotSet(law, kind, without(intruder, isKept), now, exchanges)
  }
  if (intruder['id'] === UNLIKELY_ID) law.of(clause).refused(await read(law, kind, UNLIKELY_ID), 'not-found')
  await audit.judge(clause, [shown], exchanges)
}

const isKept = (field: string) => field !== 'updated_at'

/** What an update leaves alone. */
const keptBy = ({ outputOnly }: RecordKind, before: Fields): Fields =>
  Object.fromEntries(outputOnly.filter(isKept).map((field) => [field, before[field]]))

async function judgeRefused(
  law: Law,
  kind: RecordKind,
  audit: Audit,
  exchange: Exchange,
  unchanged: readonly Shown[],
): Promise<void> {
  law.of(kind.clauses.outputOnly).refused(exchange, 'unprocessable')
  law.observe('input.unknown_fields', 'unprocessable', exchange)
  for (const record of unchanged) await judgeRead(law, kind.clauses.outputOnly, kind, record, [exchange])
  await audit.judge(kind.clauses.outputOnly, unchanged, [exchange])
}

function judgeNotSet(
  law: Law,
  kind: RecordKind,
  intruder: Fields,
  shown: Fields,
  exchanges: readonly Exchange[],
): void {
  const set = Object.keys(intruder).find((field) => sameField(intruder[field], shown[field]))
  law.of(kind.clauses.outputOnly).judge(set === undefined, {
    field: `${kind.one}.${set}`,
    expected: `${set} as the server sets it`,
    got: JSON.stringify(shown[set!]) ?? '',
    exchanges,
  })
}
