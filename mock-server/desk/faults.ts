import { faultMistakes } from '../../scenarios/fault-mistakes.ts'
import { didYouMean, mustBeOneOf } from '../../schemas/nearest.ts'
import { fieldsOf } from '../../schemas/resources.ts'
import { schema } from '../../schemas/schema-files.ts'
import { hasFields } from '../../schemas/tables.ts'
import type { Fault, FaultInput } from '../../schemas/types.ts'
import { validate, type FieldError } from '../../schemas/validate.ts'
import type { Mock } from '../mock.ts'
import { AdminError } from './admin-error.ts'

/** The faults that stand, in the order in which they were added, with what they have done. */
export const faults = (mock: Mock): Fault[] => structuredClone(mock.faults.shown)

/**
 * Adds a fault; it stands until it is dropped, after a restart too.
 * @throws AdminError 422 that says of each mistake where it is and what would be right
 */
export async function fault(mock: Mock, input: FaultInput): Promise<Fault> {
  const added = mock.faults.add(checked(mock, input))
  await mock.saveFaults()
  const shown = structuredClone(added)
  mock.events.emit('fault', { change: 'added', fault: shown })
  return shown
}

/** @throws AdminError 404, with the ids that there are */
export async function dropFault(mock: Mock, id: string): Promise<void> {
  const ids = mock.faults.kept.map((each) => each.id)
  if (!mock.faults.drop(id)) throw new AdminError(404, `There is no fault "${id}"; ${didYouMean(id, ids)}`)
  await mock.saveFaults()
  mock.events.emit('fault', { change: 'dropped', id })
}

/** Drops all faults. */
export async function dropFaults(mock: Mock): Promise<void> {
  mock.faults.clear()
  await mock.saveFaults()
  mock.events.emit('fault', { change: 'dropped', id: null })
}

/** What was given, as it will be kept. */
function checked(mock: Mock, given: unknown): FaultInput {
  refuseAny(validate('desk/fault-input', given).map((error) => inWords(error, given)))
  const input: FaultInput = JSON.parse(JSON.stringify(given))
  const stores = mock.stores.records().map(({ name }) => name)
  refuseAny(faultMistakes(input, stores).map(({ path, says }) => ({ field: path.join('.'), says })))
  return input
}

interface Told {
  /** Empty for the whole. */
  field: string
  says: string
}

function refuseAny(told: readonly Told[]): void {
  if (told.length === 0) return
  const sentences = told.map(({ field, says }) => `${field || 'it'} ${says}`)
  const all = sentences.join('; ')
  throw new AdminError(422, `The fault cannot be added: ${all}${all.endsWith('?') ? '' : '.'}`, byField(told))
}

/** Fields may have any name, `__proto__` too. */
function byField(told: readonly Told[]): Record<string, string[]> {
  const names = new Set(told.map(({ field }) => field))
  const saysOf = (name: string) => told.filter(({ field }) => field === name).map(({ says }) => says)
  return Object.fromEntries([...names].map((name) => [name || 'base', saysOf(name)]))
}

function inWords(error: FieldError, given: unknown): Told {
  const { path, message } = error
  const better = HINTS.map((hint) => hint(error, given)).find((says) => says !== undefined)
  return { field: path.join('.'), says: better ?? message }
}

const whenFields = () => Object.keys(fieldsOf('desk/fault-when'))

const effectFields = () =>
  (schema('desk/fault-effect').oneOf ?? []).flatMap(({ properties }) => Object.keys(properties ?? {}))

/** What helps on more than the message of a schema alone: where a field belongs, the name that was meant, an example. */
const HINTS: readonly ((error: FieldError, given: unknown) => string | undefined)[] = [
  ({ path, known, message }) => {
    const [whole = '', name = whole] = path
    if (!known) return undefined
    if (whole !== 'when' && whenFields().includes(name)) return `${message}; it belongs into when`
    if (whole !== 'fault' && effectFields().includes(name)) return `${message}; it belongs into fault`
    return `${message}; ${didYouMean(path.at(-1) ?? '', known)}`
  },
  ({ path, allowed }, given) => allowed && mustBeOneOf(String(at(given, path)), allowed.map(String)),
  ({ path, message }) => (path.join() === 'fault' ? `${message}, such as {"kind": "reset"}` : undefined),
]

const at = (given: unknown, path: readonly string[]): unknown =>
  path.reduce((part, step) => (hasFields(part) ? part[step] : undefined), given)
