import { createRequire } from 'node:module'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import { isCurrency } from '../schemas/commerce/money.ts'
import { formats } from '../schemas/formats.ts'
import { isWritable, isWritableTime } from '../schemas/moments.ts'
import { schema, schemaNames } from '../schemas/schema-files.ts'
import { compileSteps as schemaSteps } from '../schemas/validate.ts'
import { timeOf } from './context.ts'
import { partIds, SCENARIO, scenarioSchemas } from './schema-parts.ts'
import { oneByOne, resultOf, type Steps } from './steps.ts'

const require = createRequire(import.meta.url)

const checkers = new Map<boolean, Ajv2020>()

/** What knows all parts of the schema, each of which it compiles when it is first asked for. */
const checker = (allErrors: boolean): Ajv2020 => checkers.get(allErrors) ?? resultOf(checkerSteps(allErrors))

/** Loaded when first needed, the largest parts first: the scenarios of the kit are checked by its tests. */
const PARTS = ['ajv/dist/core.js', 'ajv/dist/vocabularies/draft2020.js', 'ajv/dist/2020.js']

function* checkerSteps(allErrors: boolean): Steps<Ajv2020> {
  yield* oneByOne(PARTS, require)
  // Its own types say so.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const ajv = new Ajv2020({
    allErrors,
    verbose: true,
    allowUnionTypes: true,
    formats: ownFormats(),
    meta: false,
    validateSchema: false,
    // It is checked seldom, and whoever comes first waits for the compilation: a third of that is optimizing.
    code: { optimize: false },
  })
  const files = yield* oneByOne(schemaNames(), schema)
  yield* oneByOne([...files, ...scenarioSchemas()], (file) => ajv.addSchema(file))
  checkers.set(allErrors, ajv)
  return ajv
}

/** What checks a whole scenario. @param allErrors whether it goes on after the first */
export const check = (allErrors: boolean): ValidateFunction => compiled(checker(allErrors), SCENARIO)

/** What checks a part of one, up to the first error. */
export const checkPart = (id: string): ValidateFunction => compiled(checker(false), id)

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
  // Its dialect is held to a schema that has no part in the others.
  yield* schemaSteps(['dialect'])
  const ajv = checkers.get(false) ?? (yield* checkerSteps(false))
  for (const id of partIds()) {
    yield
    compiled(ajv, id)
  }
  isCompiled = true
}

/** The last that a clock may be put to. */
const LAST_MOMENT = Date.UTC(9999, 0, 1)

function ownFormats(): Record<string, (text: string) => boolean> {
  const { 'date-time': isDateTime, ...others } = formats()
  return { ...others, ...OWN_FORMATS, 'date-time': (text) => isDateTime(text) && isWritableTime(text) }
}

const OWN_FORMATS: Record<string, (text: string) => boolean> = {
  // Whether the rest of a text that begins like a time names a day of the calendar.
  'scenario-time': (text) => isWritable(timeOf(text, 0)),
  'scenario-moment': isMoment,
  'scenario-currency': isCurrency,
  'scenario-locale': isLocale,
}

/** A date-time of a year with four digits: clocks are put to no other. */
function isMoment(text: string): boolean {
  const at = formats()['date-time'](text) ? Date.parse(text) : Number.NaN
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
