import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { create, drop } from './own.ts'
import { perRun } from '../../server/per-run.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'

/** A creation that left one field out. */
export interface LeftOut {
  field: string
  input: Fields
  /** null when the server refused: it requires the field. */
  shown: Shown | null
  exchange: Exchange
}

const learned = perRun<RecordKind, Promise<LeftOut[]>>()

/**
 * What leaving out each field does to a creation, tried once a run: which fields are required is open, and so is
 * what the others are by default (questions templates.required, customers.required).
 */
export function leftOut(law: Law, kind: RecordKind): Promise<LeftOut[]> {
  return learned(law.session, kind, () => learn(law, kind))
}

async function learn(law: Law, kind: RecordKind): Promise<LeftOut[]> {
  const found: LeftOut[] = []
  for (const field of kind.inputFields) {
    const { [field]: _, ...input } = await kind.input(law.session)
    const made = await create(law, kind, input)
    await drop(law, kind, [made])
    found.push({ field, ...made })
  }
  observeRequired(law, kind, found)
  return found
}

function observeRequired({ session }: Law, kind: RecordKind, found: readonly LeftOut[]): void {
  const evidence = found.filter(({ shown }) => !shown).map(({ exchange }) => exchange)
  const shown = [...evidence, ...found.slice(0, 1).map(({ exchange }) => exchange)]
  const required = requiredOf(found)
  // The fields are those of the kind's input schema, of which the dialect's are a copy.
  if (kind.many === 'templates')
    session.observations.observe('templates.required', required as AnswerTo<'templates.required'>, ...shown)
  else
    session.observations.observe('customers.required', required as AnswerTo<'customers.required'>, ...shown)
}

/** The fields that a creation must carry. */
export function requiredOf(found: readonly LeftOut[]): string[] {
  return found.filter(({ shown }) => shown === null).map(({ field }) => field)
}

/** What the fields that may be left out are then. */
export function defaultsOf(found: readonly LeftOut[]): Fields {
  return Object.fromEntries(found.flatMap(({ field, shown }) => (shown ? [[field, shown[field]]] : [])))
}
