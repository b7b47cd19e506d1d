import { checkGiven, checkOptions, text, whole, type Rule, type Rules } from '../../schemas/given.ts'
import { shown } from '../../schemas/in-words.ts'
import { hasFields, keysOf } from '../../schemas/tables.ts'
import type { Desk } from './desk.ts'

/** Methods whose answer is awaited, and those that answer at once. */
type Later = {
  [Name in keyof Desk]: Desk[Name] extends (...given: never[]) => Promise<unknown> ? Name : never
}[keyof Desk]
type Now = {
  [Name in keyof Desk]: Desk[Name] extends (...given: never[]) => unknown ? Exclude<Name, Later> : never
}[keyof Desk]

/** Something that a method takes: one thing, an object of options, or nothing, and what to do instead. */
type Taken = { name: string; rule: Rule; isOptional?: boolean } | { options: Rules } | { nothing: string }

/** A name, or the thing itself. */
export const isNamed = (value: unknown): boolean => typeof value === 'string' || hasFields(value)

/** What a scenario is given as. */
export const SCENARIO: Rule = [isNamed, 'the name or file of a scenario, or a scenario as an object']

/** What data is made up of. */
export const SEED: Rule = whole(0)

const NAME_OF_STORE = text('the name of a store')
const ofStore: Taken = { name: 'store', rule: NAME_OF_STORE }
const ofAnyStore: Taken = { ...ofStore, isOptional: true }
const named = (what: string, name = 'name'): Taken => ({ name, rule: text(`the ${name} of a ${what}`) })
const object = (name: string, says: string): Taken => ({ name, rule: [hasFields, says] })
const ANSWERS = object('answers', 'an object with answers to open questions')
const NOTHING: Taken = { nothing: '' }
const FILTER: Taken = {
  ...object('filter', 'an object that says which requests are wanted'),
  isOptional: true,
}

/** What each method takes, in turn; what is looked at where it is used, as a fault is, stands here not. */
const NOW: Readonly<Record<Now, readonly Taken[]>> = {
  storeClock: [ofAnyStore],
  store: [ofAnyStore],
  orders: [ofAnyStore],
  draftOrders: [ofAnyStore],
  bulkActions: [ofAnyStore],
  emails: [ofAnyStore],
  coverage: [ofAnyStore],
  clearCoverage: [{ nothing: '; it forgets all of it' }],
  requests: [FILTER],
  request: [],
  violations: [FILTER],
  clearRequests: [{ nothing: '; it forgets all of them' }],
  state: [NOTHING],
  snapshots: [NOTHING],
  faults: [NOTHING],
  health: [NOTHING],
}

const LATER: Readonly<Record<Later, readonly Taken[]>> = {
  setDialect: [ANSWERS],
  patchDialect: [ANSWERS],
  addStore: [{ ...object('store', 'an object as scenarios describe a store'), isOptional: true }],
  patchStore: [ofStore, object('changes', 'an object with what is to change')],
  dropStore: [ofStore],
  finishBulk: [ofAnyStore],
  clearEmails: [ofAnyStore],
  scenarios: [NOTHING],
  load: [{ name: 'scenario', rule: SCENARIO }, { options: { seed: SEED } }],
  reset: [{ nothing: '; it puts back what was loaded, and load takes another scenario or seed' }],
  snapshot: [named('snapshot'), { options: { store: NAME_OF_STORE } }],
  restore: [named('snapshot')],
  dropSnapshot: [named('snapshot')],
  fault: [],
  dropFault: [named('fault', 'id')],
  dropFaults: [{ nothing: '; it drops all of them, and dropFault one' }],
}

type Method = (...given: unknown[]) => unknown

/**
 * A desk whose methods refuse what would silently do nothing, or something else, as a program without types can ask: with
 * a store that is undefined by mistake, the main one would be dropped.
 */
export function heedful(desk: Desk): Desk {
  for (const name of keysOf(NOW))
    replace(desk, name, (method) => (...given) => {
      heed(name, NOW[name], given)
      return method(...given)
    })
  for (const name of keysOf(LATER))
    replace(desk, name, (method) => async (...given) => {
      heed(name, LATER[name], given)
      return method(...given)
    })
  return desk
}

function replace(desk: Desk, name: Now | Later, heeding: (method: Method) => Method): void {
  // It is called with what its caller gave, which its type lets through.
  const method = desk[name] as Method
  Object.defineProperty(desk, name, { value: heeding(method), enumerable: true, configurable: true })
}

function heed(method: string, takes: readonly Taken[], given: readonly unknown[]): void {
  for (const [index, taken] of takes.entries()) {
    const value = given[index]
    if ('nothing' in taken) expectNothing(method, taken.nothing, value)
    else if ('options' in taken) checkOptions(method, value === undefined ? {} : value, taken.options)
    else if (value !== undefined || !taken.isOptional) checkGiven(method, taken.name, value, taken.rule)
  }
}

/** Test runners hand something to what they call, as in `beforeEach(mock.reset)`: no plain object, or vitest's suite. */
function expectNothing(method: string, instead: string, value: unknown): void {
  if (typeof value === 'string' || Array.isArray(value) || isPlain(value))
    throw new TypeError(`${method} takes nothing, and was given ${shown(value)}${instead}`)
}

const isPlain = (value: unknown): boolean =>
  hasFields(value) && Object.getPrototypeOf(value) === Object.prototype && value['type'] !== 'suite'
