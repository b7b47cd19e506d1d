import { type Check, check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { Audit } from './audit.ts'
import { judgeRead } from './judge.ts'
import { drop, foreignIds, shownBy, withOwn, AT_ONCE } from './own.ts'
import type { Fields, RecordKind } from './record-kind.ts'

type Writing = 'create' | 'update'

/** templates.invalid, customers.invalid. */
export function invalidChecks(kind: RecordKind, wrongTexts: { [field: string]: readonly string[] }): Check[] {
  return [
    check(kind.clauses.invalid, {
      name: `a body without ${kind.one}`,
      run: (law) => judgeAll(law, kind, (input) => bodiesWithout(kind, input)),
    }),
    check(kind.clauses.invalid, {
      name: `a ${kind.one} with one field wrong`,
      run: (law) => judgeAll(law, kind, (input, writing) => wrongFields(kind, wrongTexts, input, writing)),
    }),
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
  law: Law,
  kind: RecordKind,
  bodies: (input: Fields, writing: Writing) => readonly unknown[],
): Promise<void> {
  await withOwn(law, kind, 1, async ([own]) => {
    const { id } = own!.shown
    const audit = await Audit.begin(law, kind)
    const known = new Set(audit.items.map((item) => item.id))
    const input = await kind.input(law.session)
    const { create, update } = kind.operations
    const calls = [
      ...bodies(input, 'create').map((body) => ({ operation: create, call: { body } })),
      ...bodies(input, 'update').map((body) => ({ operation: update, call: { params: { id }, body } })),
    ]
    for (let at = 0; at < calls.length; at += AT_ONCE) {
      const sent = calls.slice(at, at + AT_ONCE)
      const answers = await Promise.all(sent.map(({ operation, call }) => law.call(operation, call)))
      await judgeRefused(law, kind, answers)
    }
    await judgeRead(law, kind.clauses.invalid, kind, own!.shown, [])
    await judgeNothingMade(law, kind, audit, known)
  })
}

async function judgeRefused(law: Law, kind: RecordKind, exchanges: readonly Exchange[]): Promise<void> {
  await dropMade(law, kind, exchanges)
  for (const exchange of exchanges) law.of(kind.clauses.invalid).refused(exchange, 'unprocessable')
}

/** A creation that should have been refused is undone at once. */
async function dropMade(law: Law, kind: RecordKind, exchanges: readonly Exchange[]): Promise<void> {
  const theirs = await foreignIds(law.session, kind)
  for (const exchange of exchanges.filter(({ operation }) => operation === kind.operations.create)) {
    const shown = shownBy(kind, exchange)
    if (shown === null || theirs.has(shown.id)) continue
    law.ledger.created(kind.many, shown.id)
    await drop(law, kind, [{ shown }])
  }
}

async function judgeNothingMade(
  law: Law,
  kind: RecordKind,
  audit: Audit,
  known: ReadonlySet<number>,
): Promise<void> {
  await audit.judge(kind.clauses.invalid, [], [])
  const made = audit.items.filter(
    (item) => !known.has(item.id) && String(item[kind.mark]).includes(law.marker),
  )
  for (const { id } of made) law.ledger.created(kind.many, id)
  law.of(kind.clauses.invalid).judge(made.length === 0, {
    message: `a refused creation made a ${kind.one}`,
    expected: `no new ${kind.one}`,
    got: made.map(({ id }) => `${kind.one} ${id}`).join(', '),
    exchanges: (await kind.all(law.session)).exchanges.slice(0, 1),
  })
}
