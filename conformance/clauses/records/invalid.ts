import { check, type Check } from '../../judge/check.ts'
import { atOnce } from '../../judge/at-once.ts'
import { drawOf, isDrawn, type Draw } from '../drawn.ts'
import { isOfRun } from '../../server/store/marker.ts'
import { Audit } from './audit.ts'
import type { Law } from '../../judge/law.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'
import { named, type Records } from './records.ts'
import { sameField } from './same-record.ts'

type Writing = 'create' | 'update'
type Bodies = (input: Fields, writing: Writing) => readonly unknown[]

/** templates.invalid, customers.invalid. */
export const invalidChecks = (
  kind: RecordKind,
  wrongTexts: Readonly<Record<string, readonly string[]>>,
): Check[] =>
  named(kind, {
    [`a body without ${kind.one}`]: (records) => judgeRefused(records, (input) => bodiesWithout(kind, input)),
    [`a ${kind.one} with one field wrong`]: (records) =>
      judgeRefused(records, (input, writing) => wrongFields(records, wrongTexts, input, writing)),
    [`a ${kind.one} with two fields wrong`]: (records) =>
      judgeRefused(records, (input) => twoWrongFields(records, input)),
  }).map((one) => check(kind.clauses.invalid, one))

/** The input fields that may be given wrong values: a flag that is taken for true pre-selects a template. */
const variedFields = (law: Law, inputFields: readonly string[]): string[] =>
  inputFields.filter((field) => !field.startsWith('pre_selected_') || law.allows('settings'))

/** Full inputs, each with one value that no field of its type takes. */
function wrongFields(
  { law, kind: { one, inputFields } }: Records,
  wrongTexts: Readonly<Record<string, readonly string[]>>,
  input: Fields,
  writing: Writing,
): Fields[] {
  const draw = drawOf(law, 'empty values', 2)
  return variedFields(law, inputFields).flatMap((field, at) =>
    [...notScalar(writing, input[field], draw, at), ...(wrongTexts[field] ?? [])].map((value) => ({
      [one]: { ...input, [field]: value },
    })),
  )
}

/** The same with another wrong one beside it, at the other end of the table of fields. */
function twoWrongFields({ law, kind: { one, inputFields } }: Records, input: Fields): Fields[] {
  const fields = variedFields(law, inputFields)
  return fields.slice(0, Math.ceil(fields.length / 2)).map((field, at) => ({
    [one]: { ...input, [field]: {}, [fields.at(-1 - at) ?? field]: [input[field]] },
  }))
}

/** Objects and arrays, some of which careless code reads as the value in them; of the empty ones the drawn. */
const notScalar = (writing: Writing, valid: unknown, draw: Draw, turn: number): unknown[] =>
  writing === 'update'
    ? [[valid], { value: valid }]
    : [[valid], ...[{}, []].filter((_, at) => isDrawn(draw, turn, at))]

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
  const [{ shown }] = await records.own(1)
  const audit = await Audit.begin(records)
  const known = new Set(audit.items.map(({ id }) => id))
  const input = await records.input()
  const writes = [
    ...bodies(input, 'create').map((body) => () => records.post({ body })),
    ...bodies(input, 'update').map((body) => () => records.patch(shown.id, body)),
  ]
  for (const answer of await atOnce(writes, (write) => write())) records.law.refused(answer, 'unprocessable')
  await records.judgeRead(shown, [])
  await audit.judge([], [])
  await judgeNothingMade(records, known, input)
}

/** Whether a record was made of this input: what is unique in it tells, or where that was what is wrong, all else. */
function isMadeOf({ law, kind }: Records, input: Fields, record: Shown): boolean {
  const others = kind.inputFields.filter((field) => field !== kind.mark)
  return (
    kind.unique.some((field) => sameField(record[field], input[field])) ||
    (!isOfRun(record, law.marker) && others.every((field) => sameField(record[field], input[field])))
  )
}

async function judgeNothingMade(records: Records, known: ReadonlySet<number>, input: Fields): Promise<void> {
  const { law, kind } = records
  const { items, exchanges } = await records.all()
  const made = items.filter((one) => !known.has(one.id) && isMadeOf(records, input, one))
  for (const { id } of made) records.adopt(id)
  law.judge(made.length === 0, {
    message: `a refused creation made a ${kind.one}`,
    expected: `no new ${kind.one}`,
    got: made.map(({ id }) => `${kind.one} ${id}`).join(', '),
    exchanges: exchanges.slice(0, 1),
  })
}
