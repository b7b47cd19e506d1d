import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTextFile } from '../schemas/command-line/text-file.ts'
import { didYouMean } from '../schemas/nearest.ts'
import { codeOf, messageOf } from '../schemas/thrown.ts'
import { checkText } from './check.ts'
import { ScenarioError, type Mistake } from './mistakes.ts'
import type { Scenario } from './scenario.ts'
import { readText, type ScenarioText } from './text.ts'

/** Signs of YAML in a file: who names one waits for it alone, some seconds. */
export const MOST_YAML_IN_FILES = 10_000_000

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const EXTENSION = '.yaml'

/** Names of the scenarios that come with the kit: the YAML files of this folder. */
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
  throw refused(name, `there is no such scenario; ${didYouMean(name, known)}`)
}

/**
 * The scenario of a name (`many-invoices`), a name with a number of invoices (`many-invoices:100000`), or a
 * YAML or JSON file.
 * @throws ScenarioError that says what is wrong and what would be right
 */
export function readScenario(nameOrPath: string): Scenario {
  if (isFile(nameOrPath)) return scenarioOf(readFile(nameOrPath))
  const [, name = nameOrPath, count] = /^([^:]*):(.*)$/.exec(nameOrPath) ?? []
  const scenario = ownScenario(name)
  return count === undefined ? scenario : withInvoices(name, scenario, count)
}

/** Whether this is a path, and no name of a scenario: those have neither dots nor slashes. */
export const isFile = (nameOrPath: string): boolean => /[./\\]/.test(nameOrPath)

/** The scenario that a text describes. @throws ScenarioError with the lines of its mistakes */
export function scenarioOf(text: ScenarioText): Scenario {
  return checkText(readText(text), text.source)
}

const refused = (source: string, says: string): ScenarioError => {
  const mistake: Mistake = { path: [], says }
  return new ScenarioError(source, [mistake])
}

/** Where a build puts a scenario of the kit as JSON, which is read without a library. */
export const fileAsJson = (name: string, folder = FOLDER): string => join(folder, 'as-json', `${name}.json`)

/** A scenario of the kit is not checked at each start: a test does it. */
function ownScenario(name: string): Scenario {
  const file = scenarioFile(name)
  const json = fileAsJson(name)
  const [read, format] = existsSync(json) ? ([json, 'json'] as const) : ([file, 'yaml'] as const)
  // The test says so.
  return readText({ text: readFileSync(read, 'utf8'), source: name, format }).value as Scenario
}

function readFile(file: string): ScenarioText {
  try {
    if (statSync(file).isDirectory()) throw refused(file, 'is a folder: name a YAML or JSON file in it')
    return {
      text: readTextFile(file),
      source: file,
      format: file.endsWith('.json') ? 'json' : 'yaml',
      mostYaml: MOST_YAML_IN_FILES,
    }
  } catch (error) {
    if (error instanceof ScenarioError) throw error
    throw refused(file, whyUnreadable(error))
  }
}

function whyUnreadable(thrown: unknown): string {
  const code = codeOf(thrown)
  if (code === 'ENOENT') return 'there is no such file'
  return code === 'EACCES' || code === 'EPERM'
    ? 'may not be read by you'
    : `cannot be read: ${messageOf(thrown)}`
}

/** Invoices that a name asks for at most. */
const MOST_INVOICES = 250_000

/** Whether a number after the name can only mean the invoices of its one store. */
const takesNumber = ({ stores }: Scenario): boolean =>
  stores.length === 1 && stores.every(({ generate }) => generate?.invoices !== undefined)

/** Made where it is used: what knows languages takes longer to load than a scenario to read. */
const inWords = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names)

/** The scenario with that many invoices. */
function withInvoices(name: string, scenario: Scenario, count: string): Scenario {
  if (!takesNumber(scenario)) {
    const takers = listScenarios().filter((each) => takesNumber(ownScenario(each)))
    throw refused(`${name}:${count}`, `${name} takes no number; ${inWords(takers)} do`)
  }
  const invoices = Number(count)
  if (!/^\d+$/.test(count) || invoices > MOST_INVOICES)
    throw refused(
      `${name}:${count}`,
      `the number of invoices must be a whole one of at most ${MOST_INVOICES}`,
    )
  const stores = scenario.stores.map((store) => ({ ...store, generate: { ...store.generate, invoices } }))
  return { ...scenario, stores }
}
