import { check, type Check } from '../../judge/check.ts'
import { Audit } from './audit.ts'
import type { Fields, RecordKind } from './record-kind.ts'
import { AT_ONCE } from './record-calls.ts'
import { judging, type Records } from './records.ts'

type Writing = 'create' | 'update'
type Bodies = (input: Fields, writing: Writing) => readonly unknown[]

/** templates.invalid, customers.invalid. */
export const invalidChecks = (
  kind: RecordKind,
  wrongTexts: Readonly<Record<string, readonly string[]>>,
): Check[] => [
  check(kind.clauses.invalid, {
    name: `a body without ${kind.one}`,
    run: judging(kind, (records) => judgeRefused(records, (input) => bodiesWithout(kind, input))),
  }),
  check(kind.clauses.invalid, {
    name: `a ${kind.one} with one field wrong`,
    run: judging(kind, (records) =>
      judgeRefused(records, (input, writing) => wrongFields(kind, wrongTexts, input, writing)),
    ),
  }),
]

/** Full inputs, each with one value that no field of its type takes. */
function wrongFields(
  { one, inputFields }: RecordKind,
  wrongTexts: Readonly<Record<string, readonly string[]>>,
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
async function judgeRefused(records: Records, bodies: Bodies): Promise<void> {
  const { shown } = await records.makeOne()
  const audit = await Audit.begin(records)
  const known = new Set(audit.items.map(({ id }) => id))
  const input = await records.input()
  const writes = [
    ...bodies(input, 'create').map((body) => () => records.post({ body })),
    ...bodies(input, 'update').map((body) => () => records.patch(shown.id, body)),
  ]
  for (let at = 0; at < writes.length; at += AT_ONCE) {
    const answers = await Promise.all(writes.slice(at, at + AT_ONCE).map((write) => write()))
    for (const exchange of answers) records.law.refused(exchange, 'unprocessable')
  }
  await records.judgeRead(shown, [])
  await audit.judge([], [])
  await judgeNothingMade(records, known)
}

async function judgeNothingMade(records: Records, known: ReadonlySet<number>): Promise<void> {
  const { law, kind } = records
  const { items, exchanges } = await records.all()
  const made = items.filter(
    ({ id, [kind.mark]: mark }) => !known.has(id) && String(mark).includes(law.marker),
  )
  for (const { id } of made) records.adopt(id)
  law.judge(made.length === 0, {
    message: `a refused creation made a ${kind.one}`,
    expected: `no new ${kind.one}`,
    got: made.map(({ id }) => `${kind.one} ${id}`).join(', '),
    exchanges: exchanges.slice(0, 1),
  })
}
