import { clashesIn } from './clashes.ts'
import { dialectClashes } from './dialect-clashes.ts'
import { breaksSchema } from './long-lists.ts'
import { ScenarioError, type Mistake } from './mistakes.ts'
import type { Scenario } from './scenario.ts'
import { check } from './schema-check.ts'
import { scenarioSchemas } from './schema-parts.ts'
import { mistakesOf } from './schema-words.ts'
import { resultOf, type Steps } from './steps.ts'
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
  const mistakes = [...(wrong ?? resultOf(clashesIn(scenario))), ...dialectClashes(value)]
  if (mistakes.length === 0) return scenario
  throw new ScenarioError(source, placeOf ? inTextOrder(mistakes, placeOf) : mistakes)
}

/** The same in steps; what is wrong with one that has mistakes is found at once. */
export function* checkSteps(value: unknown, source: string): Steps<Scenario> {
  if (isKnown(value)) return value
  // As was seen.
  return (yield* isScenario(value)) ? (value as Scenario) : checkScenario(value, source)
}

/** Whether a value has no mistake, in steps. */
function* isScenario(value: unknown): Steps<boolean> {
  if (yield* breaksSchema(value)) return false
  // What breaks no rule of the schema is a scenario.
  const clashes = yield* clashesIn(value as Scenario)
  return clashes.length + dialectClashes(value).length === 0
}

/** What a large text says, as a scenario; undefined where it has mistakes, which `checkText` tells. */
export function* textSteps(value: unknown): Steps<Scenario | undefined> {
  if (!(yield* isScenario(value))) return undefined
  const scenario = value as Scenario // as was seen
  checkedOnce.add(scenario)
  return scenario
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
