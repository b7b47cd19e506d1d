import type { Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
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
  const clauses = [kind.clauses.outputOnly]
  return [
    { name: `output-only fields of a new ${kind.one}`, clauses, run: (trial) => onCreate(trial, kind) },
    { name: `output-only fields of an updated ${kind.one}`, clauses, run: (trial) => onUpdate(trial, kind) },
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

async function onCreate(trial: Trial, kind: RecordKind): Promise<void> {
  await withOwn(trial, kind, 1, async ([other]) => {
    const audit = await Audit.begin(trial, kind)
    const plain = other!.shown
    for (const intruder of intruders(kind, plain, audit.items)) {
      // What the server chooses by itself may be what was sent: then nothing can be told.
      const telling = without(intruder, (field) => field !== 'id' && sameField(plain[field], intruder[field]))
      if (Object.keys(telling).length > 0) await judgeCreate(trial, kind, audit, telling)
    }
  })
}

const without = (fields: Fields, test: (field: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !test(field)))

async function judgeCreate(trial: Trial, kind: RecordKind, audit: Audit, intruder: Fields): Promise<void> {
  const clause = kind.clauses.outputOnly
  const input = await kind.input(trial.session)
  const { shown: made, exchange } = await create(trial, kind, { ...input, ...intruder })
  try {
    if (!isSuccess(exchange)) return await judgeRefused(trial, kind, audit, exchange, [])
    trial.session.observations.observe('input.unknown_fields', 'ignored', exchange)
    const shown = recordOf(trial, clause, kind, exchange)
    judgeFields(trial, clause, kind, input, shown, exchange)
    judgeNotSet(trial, kind, intruder, shown, [exchange])
    judgeNotSet(trial, kind, intruder, await judgeRead(trial, clause, kind, shown, [exchange]), [exchange])
    await audit.judge(clause, [shown], [exchange])
  } finally {
    await drop(trial, kind, [{ shown: made }])
  }
}

/** An update keeps what nobody can set, whether the body speaks of it or not. */
async function onUpdate(trial: Trial, kind: RecordKind): Promise<void> {
  await withOwn(trial, kind, 3, async ([other, own]) => {
    const audit = await Audit.begin(trial, kind)
    const tried = intruders(kind, other!.shown, audit.items)
    for (const intruder of [{}, ...tried])
      await judgeUpdate(trial, kind, audit, own!, intruder, await kind.input(trial.session))
    await judgeUpdate(trial, kind, audit, own!, tried.at(-1)!, {})
  })
}

async function judgeUpdate(
  trial: Trial,
  kind: RecordKind,
  audit: Audit,
  { shown: { id } }: OwnRecord,
  intruder: Fields,
  input: Fields,
): Promise<void> {
  const clause = kind.clauses.outputOnly
  const earlier = await read(trial, kind, id)
  const before = recordOf(trial, clause, kind, earlier)
  const exchange = await update(trial, kind, id, { ...input, ...intruder })
  const exchanges = [earlier, exchange]
  if (!isSuccess(exchange)) return judgeRefused(trial, kind, audit, exchange, [before])
  const shown = recordOf(trial, clause, kind, exchange)
  const later = await judgeRead(trial, clause, kind, shown, [exchange])
  for (const now of [shown, later]) {
    judgeFields(trial, clause, kind, { ...keptBy(kind, before), ...input }, now, exchanges)
    judgeNotSet(trial, kind, without(intruder, isKept), now, exchanges)
  }
  if (intruder['id'] === UNLIKELY_ID) trial.refused(clause, await read(trial, kind, UNLIKELY_ID), 'not-found')
  await audit.judge(clause, [shown], exchanges)
}

const isKept = (field: string) => field !== 'updated_at'

/** What an update leaves alone. */
const keptBy = ({ outputOnly }: RecordKind, before: Fields): Fields =>
  Object.fromEntries(outputOnly.filter(isKept).map((field) => [field, before[field]]))

async function judgeRefused(
  trial: Trial,
  kind: RecordKind,
  audit: Audit,
  exchange: Exchange,
  unchanged: readonly Shown[],
): Promise<void> {
  trial.refused(kind.clauses.outputOnly, exchange, 'unprocessable')
  trial.session.observations.observe('input.unknown_fields', 'unprocessable', exchange)
  for (const record of unchanged) await judgeRead(trial, kind.clauses.outputOnly, kind, record, [exchange])
  await audit.judge(kind.clauses.outputOnly, unchanged, [exchange])
}

function judgeNotSet(
  trial: Trial,
  kind: RecordKind,
  intruder: Fields,
  shown: Fields,
  exchanges: readonly Exchange[],
): void {
  const set = Object.keys(intruder).find((field) => sameField(intruder[field], shown[field]))
  trial.judge(kind.clauses.outputOnly, set === undefined, {
    field: `${kind.one}.${set}`,
    expected: `${set} as the server sets it`,
    got: JSON.stringify(shown[set!]) ?? '',
    exchanges,
  })
}
