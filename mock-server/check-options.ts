import { checkOptions, FLAG, FUNCTION, text, whole, type Rules } from '../schemas/given.ts'
import { MOST_ENTRIES } from '../schemas/journal/journal.ts'
import { OPERATION_IDS } from '../schemas/operations.ts'
import { hasFields } from '../schemas/tables.ts'
import { isNamed, SCENARIO, SEED } from './desk/heedful.ts'
import type { AppOptions, StartOptions } from './serve.ts'

const isGate = (value: unknown): boolean => hasFields(value) && typeof value['pass'] === 'function'

const APP_RULES: Rules<keyof AppOptions> = {
  scenario: SCENARIO,
  seed: SEED,
  dialect: [isNamed, 'the name or file of a dialect, or an object with answers to open questions'],
  data: text('the path of a directory'),
  database: text('the URL of a PostgreSQL database'),
  reset: FLAG,
  journal: [whole(0, MOST_ENTRIES)[0], `a whole number of requests up to ${MOST_ENTRIES}`],
  tell: FUNCTION,
  trustProxy: FLAG,
  handlers: [hasFields, 'an object of handlers, as PARTS has it'],
  gates: [(value) => Array.isArray(value) && value.every(isGate), 'a list of gates, as PARTS has it'],
  reply: FUNCTION,
  render: FUNCTION,
  verify: FUNCTION,
}

const START_RULES: Rules<keyof StartOptions> = { ...APP_RULES, port: whole(0, 65_535) }

/** Refuses options of a mock that listens. @throws {TypeError} that says what would be right */
export function checkStart(caller: string, options: StartOptions): void {
  checkOptions(caller, options, START_RULES)
  checkHandlers(caller, options)
}

const whyNot = (name: string) => (name === 'port' ? ', because it does not listen' : undefined)

/** Refuses options of a mock without a port. @throws {TypeError} that says what would be right */
export function checkApp(caller: string, options: AppOptions): void {
  checkOptions(caller, options, APP_RULES, whyNot)
  checkHandlers(caller, options)
}

const HANDLERS: Rules = Object.fromEntries(OPERATION_IDS.map((id) => [id, FUNCTION]))

/** Handlers that no request would ever find, and operations that would have none. */
function checkHandlers(caller: string, { handlers }: AppOptions): void {
  if (handlers === undefined) return
  checkOptions(`${caller}: handlers`, handlers, HANDLERS)
  const lacks = OPERATION_IDS.find((id) => handlers[id] === undefined)
  if (lacks !== undefined)
    throw new TypeError(`${caller}: handlers lacks ${lacks}: begin it with ...PARTS.handlers`)
}
