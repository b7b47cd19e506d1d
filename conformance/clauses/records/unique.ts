import { atOnce } from '../../judge/at-once.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import type { RecordCalls } from './record-calls.ts'
import type { Fields, RecordKind } from './record-kind.ts'

const learned = perRun<RecordKind, Promise<readonly string[]>>()

/**
 * The fields with values that no record may have had before, where they have one: emails always, as whether they must be
 * unique, and for how long, is open (question customers.unique_email), others where the server wants it so.
 */
export async function freshInput(records: RecordCalls, fields: Fields): Promise<Fields> {
  const unique = (await uniqueFields(records)).filter((field) => isText(fields[field]))
  const input = unique.length > 0 ? await records.input() : {}
  const renewed = unique.map((field) => [field, input[field]])
  const { email } = fields
  const emails = isText(email) ? { email: `${records.observer.session.numbers.next++}.${email}` } : {}
  return { ...fields, ...Object.fromEntries(renewed), ...emails }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Fields that no two records may have in common, tried once a run: whether there are any is open. */
const uniqueFields = (records: RecordCalls): Promise<readonly string[]> =>
  learned(records.observer.session, records.kind, () => records.tidying(() => learn(records)))

async function learn(records: RecordCalls): Promise<readonly string[]> {
  const [one, other] = await records.make(2)
  const different = records.kind.inputFields.filter((field) => one.input[field] !== other.input[field])
  const tried = await atOnce(different, async (field) => {
    const input = { ...other.input, [field]: one.input[field] }
    return isSuccess(await records.update(other.shown.id, input)) ? [] : [field]
  })
  return tried.flat()
}
