import type { Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { Audit } from './audit.ts'
import { judgeRead } from './judge.ts'
import { drop, foreignIds, shownBy, withOwn, AT_ONCE } from './own.ts'
import type { Fields, RecordKind } from './record-kind.ts'

type Writing = 'create' | 'update'

/** templates.invalid, customers.invalid. */
export function invalidChecks(kind: RecordKind, wrongTexts: { [field: string]: readonly string[] }): Check[] {
  const clauses = [kind.clauses.invalid]
  return [
    {
      name: `a body without ${kind.one}`,
      clauses,
      run: (trial) => judgeAll(trial, kind, (input) => bodiesWithout(kind, input)),
    },
    {
      name: `a ${kind.one} with one field wrong`,
      clauses,
      run: (trial) =>
        judgeAll(trial, kind, (input, writing) => wrongFields(kind, wrongTexts, input, writing)),
    },
  ]
}

/** Full inputs, each with one value that no field of its type takes. */
function wrongFields(
  { one, inputFields }: RecordKind,
  wrongTexts: { [field: string]: readonly string[] },
  input: Fields,
  writing: Writing,
): Fields[] {
  return inputFields.flatMap((field) =>
    [...NOT_SCALAR[writing](input[field]), ...(wrongTexts[field] ?? [])].map((value) => ({
      [one]: { ...input, [field]: value },
    })),
  )
}

/** Objects and arrays, some of which careless code reads as the value in them. */
const NOT_SCALAR: Record<Writing, (valid: unknown) => unknown[]> = {
  create: (valid) => [[valid], {}, []],
  update: (valid) => [[valid], { value: valid }],
}

const bodiesWithout = ({ one, many }: RecordKind, input: Fields): unknown[] => [
  {},
  input,
  [],
  { [many]: [] },
  { data: {} },
  { [one]: 'text' },
  { [one]: 7 },
]

/** Sends each body as a creation and as an update: all are unprocessable, and nothing is changed by any. */
async function judgeAll(
  trial: Trial,
  kind: RecordKind,
  bodies: (input: Fields, writing: Writing) => readonly unknown[],
): Promise<void> {
  await withOwn(trial, kind, 1, async ([own]) => {
    const { id } = own!.shown
    const audit = await Audit.begin(trial, kind)
    const known = new Set(audit.items.map((item) => item.id))
    const input = await kind.input(trial.session)
    const { create, update } = kind.operations
    const calls = [
      ...bodies(input, 'create').map((body) => ({ operation: create, call: { body } })),
      ...bodies(input, 'update').map((body) => ({ operation: update, call: { params: { id }, body } })),
    ]
    for (let at = 0; at < calls.length; at += AT_ONCE) {
      const sent = calls.slice(at, at + AT_ONCE)
      const answers = await Promise.all(sent.map(({ operation, call }) => trial.call(operation, call)))
      await judgeRefused(trial, kind, answers)
    }
    await judgeRead(trial, kind.clauses.invalid, kind, own!.shown, [])
    await judgeNothingMade(trial, kind, audit, known)
  })
}

async function judgeRefused(trial: Trial, kind: RecordKind, exchanges: readonly Exchange[]): Promise<void> {
  await dropMade(trial, kind, exchanges)
  for (const exchange of exchanges) trial.refused(kind.clauses.invalid, exchange, 'unprocessable')
}

/** A creation that should have been refused is undone at once. */
async function dropMade(trial: Trial, kind: RecordKind, exchanges: readonly Exchange[]): Promise<void> {
  const theirs = await foreignIds(trial.session, kind)
  for (const exchange of exchanges.filter(({ operation }) => operation === kind.operations.create)) {
    const shown = shownBy(kind, exchange)
    if (shown === null || theirs.has(shown.id)) continue
    trial.session.ledger.created(kind.many, shown.id)
    await drop(trial, kind, [{ shown }])
  }
}

async function judgeNothingMade(
  trial: Trial,
  kind: RecordKind,
  audit: Audit,
  known: ReadonlySet<number>,
): Promise<void> {
  await audit.judge(kind.clauses.invalid, [], [])
  const made = audit.items.filter(
    (item) => !known.has(item.id) && String(item[kind.mark]).includes(trial.session.marker),
  )
  for (const { id } of made) trial.session.ledger.created(kind.many, id)
  trial.judge(kind.clauses.invalid, made.length === 0, {
    message: `a refused creation made a ${kind.one}`,
    expected: `no new ${kind.one}`,
    got: made.map(({ id }) => `${kind.one} ${id}`).join(', '),
    exchanges: (await kind.all(trial.session)).exchanges.slice(0, 1),
  })
}
