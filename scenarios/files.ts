import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { checkScenario, ScenarioError } from './check.ts'
import type { Scenario } from './scenario.ts'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const EXTENSION = '.yaml'

/** Names of the scenarios that come with the kit. */
export function listScenarios(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length))
    .toSorted()
}

/** The file of a scenario that comes with the kit. Throws a ScenarioError for an unknown name. */
export function scenarioFile(name: string): string {
  const known = listScenarios()
  if (known.includes(name)) return `${FOLDER}${name}${EXTENSION}`
  throw new ScenarioError(name, [`there is no such file, and the names are ${known.join(', ')}`])
}

/**
 * The scenario of a name (`many-invoices`), a name with a number of invoices (`many-invoices:100000`), or a
 * YAML or JSON file. Throws a ScenarioError that says what is wrong and what would be right.
 */
export function readScenario(nameOrPath: string): Scenario {
  const [, name = nameOrPath, count] = /^([a-z0-9-]+):(\d+)$/.exec(nameOrPath) ?? []
  const scenario = /[./\\]/.test(name) ? checkScenario(parsed(name), name) : ownScenario(name)
  return count === undefined ? scenario : withInvoices(scenario, Number(count))
}

/** A scenario of the kit is not checked at each start: a test does it. */
const ownScenario = (name: string) => parsed(scenarioFile(name)) as Scenario

function parsed(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // Whatever keeps the file from being read, its message is what people need.
    throw new ScenarioError(file, [(error as Error).message])
  }
}

/** The scenario with that many invoices in each store that generates some. */
function withInvoices(scenario: Scenario, invoices: number): Scenario {
  const stores = scenario.stores.map((store) =>
    store.generate?.invoices ? { ...store, generate: { ...store.generate, invoices } } : store,
  )
  return { ...scenario, stores }
}
