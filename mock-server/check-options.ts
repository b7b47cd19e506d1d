import { didYouMean } from '../schemas/nearest.ts'
import { hasFields, keysOf } from '../schemas/tables.ts'
import { MOST_ENTRIES } from '../schemas/journal/journal.ts'
import type { StartOptions } from './serve.ts'

/** What an option may be: whether it is, and in words that follow "must be". */
type Rule = readonly [fits: (value: unknown) => boolean, says: string]

const wholeUpTo =
  (most: number) =>
  (value: unknown): boolean =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most

const FLAG: Rule = [(value) => typeof value === 'boolean', 'true or false']
const PART: Rule = [(value) => typeof value === 'function', 'a function']
const NAMED = (value: unknown) => typeof value === 'string' || hasFields(value)

const RULES: Readonly<Record<keyof StartOptions, Rule>> = {
  scenario: [NAMED, 'the name or file of a scenario, or a scenario as an object'],
  seed: [wholeUpTo(Number.MAX_SAFE_INTEGER), 'a whole number from 0 on'],
  dialect: [NAMED, 'the name or file of a dialect, or an object with answers to open questions'],
  data: [(value) => typeof value === 'string' && value !== '', 'the path of a directory'],
  database: [(value) => typeof value === 'string' && value !== '', 'the URL of a PostgreSQL database'],
  reset: FLAG,
  journal: [wholeUpTo(MOST_ENTRIES), `a whole number of requests up to ${MOST_ENTRIES}`],
  tell: PART,
  port: [wholeUpTo(65_535), 'a whole number from 0 to 65535'],
  trustProxy: FLAG,
  handlers: [hasFields, 'an object of handlers, as PARTS has it'],
  gates: [Array.isArray, 'a list of gates, as PARTS has it'],
  reply: PART,
  render: PART,
  verify: PART,
}

const NAMES = keysOf(RULES)

/**
 * Refuses options that would silently do nothing, which a program without types, or one from a variable, can have.
 * @param caller the function that was given them, as messages name it
 * @param names those that it takes
 * @throws {TypeError} that says what would be right
 */
export function checkOptions(
  caller: string,
  options: object,
  names: readonly (keyof StartOptions)[] = NAMES,
): void {
  for (const [name, value] of Object.entries(options)) {
    const known = names.find((one) => one === name)
    if (known === undefined) throw new TypeError(`${caller} has no option ${name}${insteadOf(name, names)}`)
    const [fits, says] = RULES[known]
    if (value !== undefined && !fits(value))
      throw new TypeError(`${caller}: ${name} must be ${says}, and is ${shown(value)}`)
  }
}

const insteadOf = (name: string, names: readonly string[]): string =>
  name === 'port' ? ', because it does not listen' : `; ${didYouMean(name, names)}`

/** The options of a mock without a port. */
export const APP_OPTIONS = NAMES.filter((name) => name !== 'port')

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  return typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value)).slice(0, 80)
}
