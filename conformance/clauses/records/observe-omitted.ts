import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { perRun } from '../../server/per-run.ts'
import { defaultsOf, leftOut, requiredOf } from './left-out.ts'
import type { OwnRecord, RecordCalls } from './record-calls.ts'
import { shownBy, type Fields, type RecordKind, type Shown } from './record-kind.ts'
import { sameField } from './same-record.ts'

type Rule = AnswerTo<'patch.omitted'>

/** An update that gave one field, and what came of the others. */
interface Update {
  exchange: Exchange
  /**
   * Whether fields that may be omitted from a creation too became what they are in a new record; null where none was
   * anything else before.
   */
  resets: boolean | null
  /** The server refused it until it carried what a creation must. */
  demanded: boolean
  /** Whether it left out anything that a creation must carry. */
  lacked: boolean
}

const updates = perRun<'updates', Map<RecordKind, Update>>()

/**
 * What an update does to the fields that it does not give (question patch.omitted). Where nothing is required of one
 * kind of records, or everything, the other one decides.
 */
export async function observeOmitted(calls: RecordCalls): Promise<void> {
  const { observer, kind } = calls
  const found = await leftOut(calls)
  const update = await updated(calls, { required: requiredOf(found), defaults: defaultsOf(found) })
  if (!update) return
  const known = updates(observer.session, 'updates', () => new Map<RecordKind, Update>()).set(kind, update)
  const rule = ruleOf([...known.values()], known.size === KINDS)
  if (rule !== null)
    observer.observe('patch.omitted', rule, ...[...known.values()].map((one) => one.exchange))
}

/** Templates and customers. */
const KINDS = 2

/** The rule that the updates show; null while another kind may show more. */
function ruleOf(seen: readonly Update[], isAll: boolean): Rule | null {
  const resets = seen.some((update) => update.resets === true)
  if (seen.some(({ demanded }) => demanded)) return 'reset'
  if (resets && seen.some(({ lacked }) => lacked)) return 'reset_optional'
  if (seen.some((update) => update.resets === false)) return 'kept'
  if (!isAll) return null
  return resets ? 'reset' : 'kept'
}

interface Known {
  required: readonly string[]
  defaults: Fields
}

/** Gives one optional field, where there is one; null where nothing can be told. */
async function updated(calls: RecordCalls, { required, defaults }: Known): Promise<Update | null> {
  const own = await calls.makeOne()
  const [given = calls.kind.known_by] = Object.keys(defaults).filter((field) => field !== 'email')
  const plain = await calls.update(own.shown.id, pick(own.input, [given]))
  const demanded = !isSuccess(plain) && required.length > 0
  const exchange = demanded ? await calls.update(own.shown.id, pick(own.input, [given, ...required])) : plain
  const shown = shownBy(calls.kind, exchange)
  if (!shown) return null
  const resets = areReset(own, shown, defaults, given)
  const lacked = required.some((field) => field !== given)
  return { exchange: demanded ? plain : exchange, resets, demanded, lacked }
}

function areReset(own: OwnRecord, shown: Shown, defaults: Fields, given: string): boolean | null {
  const telling = Object.keys(defaults).filter(
    (field) => field !== given && !sameField(own.shown[field], defaults[field]),
  )
  return telling.length === 0 ? null : telling.some((field) => sameField(shown[field], defaults[field]))
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]))
