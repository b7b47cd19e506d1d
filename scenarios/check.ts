import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '../schemas/formats.ts'
import { schema, schemaNames } from '../schemas/schema-files.ts'
import { timeOf } from './context.ts'
import { isDraftType, type Scenario, type ScenarioStore } from './scenario.ts'

/** A scenario that is none: names each wrong field and what would be right there. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  readonly source: string
  readonly problems: readonly string[]

  constructor(source: string, problems: readonly string[]) {
    super(`${source} is no scenario:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.source = source
    this.problems = problems
  }
}

/** The value as a scenario; throws a ScenarioError. `source` names it in the error. */
export function checkScenario(value: unknown, source: string): Scenario {
  const check = scenarioCheck()
  if (!check(value)) throw new ScenarioError(source, (check.errors ?? []).map(sayProblem))
  const scenario = value as Scenario
  const clashes = CLASHES.flatMap((find) => find(scenario))
  if (clashes.length > 0) throw new ScenarioError(source, clashes)
  return scenario
}

/** What one schema cannot say: each finds what must not coincide. */
const CLASHES: readonly ((scenario: Scenario) => string[])[] = [
  ({ stores }) =>
    repeated(stores.map(({ name }) => name)).map((name) => `stores: two are named ${JSON.stringify(name)}`),
  ({ stores }) =>
    stores.flatMap(({ api_key: key }, index) =>
      stores.some((other, at) => at !== index && other.api_key.startsWith(key))
        ? [`stores[${index}].api_key: must not be the beginning of another store's key`]
        : [],
    ),
  ({ stores }) =>
    repeated(stores.flatMap(orderIds(false))).map((id) => `stores: two orders have the id ${id}`),
  ({ stores }) =>
    repeated(stores.flatMap(orderIds(true))).map((id) => `stores: two draft orders have the id ${id}`),
]

/** The ids that a store gives its orders, or its draft orders: the two are apart. */
const orderIds =
  (draft: boolean) =>
  ({ orders = [], draft_orders = [], invoices = [] }: ScenarioStore): number[] => {
    const invoiced = invoices.filter(({ invoice_type = 'invoice' }) => isDraftType(invoice_type) === draft)
    const given = [...(draft ? draft_orders : orders), ...invoiced.map(({ order }) => order ?? {})]
    return given.flatMap(({ id }) => id ?? [])
  }

function repeated<Value>(values: Value[]): Value[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

const require = createRequire(import.meta.url)

let compiled: ValidateFunction | undefined

function scenarioCheck(): ValidateFunction {
  if (compiled) return compiled
  // Loaded when first needed: the scenarios of the kit are checked by its tests.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const file = fileURLToPath(new URL('scenario.json', import.meta.url))
  const own = { ...formats(), 'scenario-time': isTime }
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    formats: own,
    meta: false,
    validateSchema: false,
  })
  compiled = ajv.addSchema(schemaNames().map(schema)).compile(JSON.parse(readFileSync(file, 'utf8')))
  return compiled
}

/** Whether the rest of a text that begins like a time names a day of the calendar. */
const isTime = (text: string) => Number.isFinite(timeOf(text, 0))

function sayProblem({ instancePath, keyword, message, params, parentSchema }: ErrorObject): string {
  const unknown = params.additionalProperty ?? params.unevaluatedProperty
  const path =
    instancePath
      .slice(1)
      .replaceAll(/\/?(\d+)/g, '[$1]')
      .replaceAll('/', '.') || 'the file'
  if (unknown !== undefined) return `${path}: has no field ${JSON.stringify(unknown)}`
  const allowed = params.allowedValues ? `: ${params.allowedValues.join(', ')}` : ''
  const examples =
    ['pattern', 'format'].includes(keyword) && parentSchema?.examples
      ? `, for example ${parentSchema.examples.join(', ')}`
      : ''
  return `${path}: ${message}${allowed}${examples}`
}
