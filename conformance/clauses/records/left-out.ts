import { atOnce } from '../../judge/at-once.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { perRun } from '../../server/per-run.ts'
import type { Creation, RecordCalls } from './record-calls.ts'
import type { Fields, RecordKind } from './record-kind.ts'

/** A creation that left one field out; where the server refused, it requires the field. */
export interface LeftOut extends Creation {
  field: string
}

const learned = perRun<RecordKind, Promise<LeftOut[]>>()

/**
 * What leaving out each field does to a creation, tried once a run: which fields are required is open, and so is
 * what the others are by default (questions templates.required, customers.required).
 */
export function leftOut(records: RecordCalls): Promise<LeftOut[]> {
  return learned(records.observer.session, records.kind, () => learn(records))
}

async function learn(records: RecordCalls): Promise<LeftOut[]> {
  return records.tidying(async () => {
    const first = await atOnce(records.kind.inputFields, (field) => leaveOut(records, field))
    const found: LeftOut[] = []
    // So many records at once may have been more than a plan allows; the second look makes one at a time.
    for (const one of first) found.push(one.shown ? one : await leaveOut(records, one.field))
    observeRequired(records, found)
    return found
  })
}

/** Creates without one field, and deletes what was made. */
async function leaveOut(records: RecordCalls, field: string): Promise<LeftOut> {
  const { [field]: _, ...input } = await records.input()
  const creation = await records.create(input)
  if (creation.shown) await records.delete(creation.shown.id)
  return { field, ...creation }
}

function observeRequired({ observer, kind }: RecordCalls, found: readonly LeftOut[]): void {
  const key = `${kind.many}.required` as const
  const evidence = [...found.filter(({ shown }) => !shown), ...found.slice(0, 1)]
  // The fields are those of the kind's input schema, of which the dialect's are a copy.
  const required = requiredOf(found) as AnswerTo<typeof key>
  observer.observe(key, required, ...evidence.map(({ exchange }) => exchange))
}

/** The fields that a creation must carry. */
export function requiredOf(found: readonly LeftOut[]): string[] {
  return found.filter(({ shown }) => shown === null).map(({ field }) => field)
}

/** What the fields that may be left out are then. */
export function defaultsOf(found: readonly LeftOut[]): Fields {
  return Object.fromEntries(found.flatMap(({ field, shown }) => (shown ? [[field, shown[field]]] : [])))
}
