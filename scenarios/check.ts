import { createRequire } from 'node:module'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import { isCurrency } from '../schemas/commerce/money.ts'
import { formats } from '../schemas/formats.ts'
import { schema, schemaNames } from '../schemas/schema-files.ts'
import { clashesIn } from './clashes.ts'
import { timeOf } from './context.ts'
import { dialectClashes } from './dialect-clashes.ts'
import { ScenarioError, type Mistake } from './mistakes.ts'
import type { Scenario } from './scenario.ts'
import { partIds, SCENARIO, scenarioSchemas } from './schema-parts.ts'
import { mistakesOf } from './schema-words.ts'
import type { Steps } from './steps.ts'
import type { Read } from './text.ts'

/**
 * The value as a scenario.
 * @param source names it in the error
 * @param placeOf where its parts stand in the text that it came from
 * @throws ScenarioError with all its mistakes
 */
export function checkScenario(value: unknown, source: string, placeOf?: Read['placeOf']): Scenario {
  if (isKnown(value)) return value
  const wrong = wrongFields(value)
  // What breaks no rule of the schema is a scenario.
  const scenario = value as Scenario
  const mistakes = [...(wrong ?? clashesIn(scenario)), ...dialectClashes(value)]
  if (mistakes.length === 0) return scenario
  throw new ScenarioError(source, placeOf ? inTextOrder(mistakes, placeOf) : mistakes)
}

/** Scenarios that were read from a text: nobody else has them to change them, so each is checked once. */
const checkedOnce = new WeakSet<object>()

const isKnown = (value: unknown): value is Scenario =>
  typeof value === 'object' && value !== null && checkedOnce.has(value)

/** What a text says, as a scenario. @throws ScenarioError with the lines of its mistakes */
export function checkText({ value, placeOf }: Read, source: string): Scenario {
  const scenario = checkScenario(value, source, placeOf)
  checkedOnce.add(scenario)
  return scenario
}

function inTextOrder(mistakes: readonly Mistake[], placeOf: Read['placeOf']): Mistake[] {
  const placed = mistakes.map((each) => ({ ...each, position: placeOf(each.path, each.field) }))
  return placed.toSorted((one, other) => placeInText(one) - placeInText(other))
}

const placeInText = ({ position }: Mistake): number => (position ? position.line * 1e6 + position.column : 0)

/** What breaks the schema; undefined where nothing does. Of a very large value only the first. */
function wrongFields(value: unknown): Mistake[] | undefined {
  const quick = check(false)
  if (quick(value)) return undefined
  const told = isLarge(value) ? quick : check(true)
  if (told !== quick) told(value)
  return mistakesOf(told.errors ?? [], scenarioSchemas())
}

/** Parts of a value above which it is large: each of them may be wrong. */
const MOST_PARTS = 100_000

/** Counted level by level, as it may be deep. */
function isLarge(value: unknown): boolean {
  let parts = 0
  for (let level = [value]; level.length > 0;) {
    const next: unknown[] = []
    for (const part of level)
      for (const inner of typeof part === 'object' && part !== null ? Object.values(part) : []) {
        if (++parts > MOST_PARTS) return true
        next.push(inner)
      }
    level = next
  }
  return false
}

const require = createRequire(import.meta.url)

const checkers = new Map<boolean, Ajv2020>()

/** What knows all parts of the schema, each of which it compiles when it is first asked for. */
function checker(allErrors: boolean): Ajv2020 {
  const known = checkers.get(allErrors)
  if (known) return known
  // Loaded when first needed: the scenarios of the kit are checked by its tests.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const ajv = new Ajv2020({
    allErrors,
    verbose: true,
    allowUnionTypes: true,
    formats: { ...formats(), ...OWN_FORMATS },
    meta: false,
    validateSchema: false,
    // It is checked seldom, and whoever comes first waits for the compilation: a third of that is optimizing.
    code: { optimize: false },
  })
  ajv.addSchema([...schemaNames().map(schema), ...scenarioSchemas()])
  checkers.set(allErrors, ajv)
  return ajv
}

const check = (allErrors: boolean): ValidateFunction => compiled(checker(allErrors), SCENARIO)

function compiled(ajv: Ajv2020, id: string): ValidateFunction {
  const made = ajv.getSchema(id)
  if (!made) throw new Error(`There is no schema ${id}`)
  return made
}

let isCompiled = false

/**
 * Compiles what checks a scenario, each part some milliseconds of work. Whoever checks one before that does what is left
 * at once, a fifth of a second.
 */
export function* compileSteps(): Steps<void> {
  if (isCompiled) return
  const ajv = checker(false)
  for (const id of partIds()) {
    yield
    compiled(ajv, id)
  }
  isCompiled = true
}

/** The last that a clock may be put to. */
const LAST_MOMENT = Date.UTC(9999, 0, 1)

const OWN_FORMATS: Record<string, (text: string) => boolean> = {
  // Whether the rest of a text that begins like a time names a day of the calendar.
  'scenario-time': (text) => Number.isFinite(timeOf(text, 0)),
  'scenario-moment': isMoment,
  'scenario-currency': isCurrency,
  'scenario-locale': isLocale,
}

/** A date-time of a year with four digits: clocks are put to no other. */
function isMoment(text: string): boolean {
  const at = formats()['date-time']?.(text) ? Date.parse(text) : Number.NaN
  return at >= 0 && at <= LAST_MOMENT
}

function isLocale(text: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0
  } catch (error) {
    // What is no language tag at all.
    if (error instanceof RangeError) return false
    throw error
  }
}
