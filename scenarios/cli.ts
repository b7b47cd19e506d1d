import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { DEFAULT_DIALECT } from '../schemas/dialect.ts'
import type { LoadedScenario } from '../schemas/types.ts'
import {
  AdminClient,
  DEFAULT_ADMIN_URL,
  MockUnwilling,
  TOKEN_VARIABLE,
  URL_VARIABLE,
} from './admin-client.ts'
import { isFile, listScenarios, readScenario, scenarioFile } from './files.ts'
import { keptInWords } from './kept.ts'
import { loadScenario } from './loader.ts'
import { ScenarioError } from './mistakes.ts'
import { checkFile, saveState } from './save-file.ts'

/** `invoicing-kit scenario`: the named states that a mock can be filled with, and the state of one that runs. */
export function scenarioCommand(): Command {
  const command = new Command('scenario').description('list, check, load and save the states of mocks')
  command.command('list').description('list the built-in scenarios with their purposes').action(list)
  command
    .command('show <name>')
    .description('print the file of a built-in scenario, as a start for your own')
    .action(telling(command, show))
  onMock(command.command('load <name|file>'))
    .description('replace the state of a running mock by a scenario')
    .action(telling(command, load))
  onMock(command.command('save <file>'))
    .description(
      'save the state of a running mock as a scenario: YAML if the file name ends in .yaml or .yml, else JSON',
    )
    .option('--force', 'overwrite an existing file')
    .action(telling(command, save))
  command
    .command('validate <file>')
    .description('report the mistakes in a scenario file with their lines')
    .action(telling(command, validate))
  return command
}

const onMock = (command: Command): Command =>
  command
    .addOption(
      // An empty variable, as one that is not set leaves it in a script, is none: Commander would take it.
      new Option('--url <admin_url>', `admin API of the mock (env: ${URL_VARIABLE})`).default(
        process.env[URL_VARIABLE] || DEFAULT_ADMIN_URL,
        DEFAULT_ADMIN_URL,
      ),
    )
    .addHelpText('after', `\nThe admin token of the mock is read from ${TOKEN_VARIABLE}.`)

/** Tells what is in the way, and exits with 2. */
const telling =
  <Given extends unknown[]>(command: Command, action: (...given: Given) => unknown) =>
  async (...given: Given): Promise<void> => {
    try {
      await action(...given)
    } catch (error) {
      if (!(error instanceof ScenarioError) && !(error instanceof MockUnwilling)) throw error
      command.error(`error: ${error.message}`, { exitCode: 2 })
    }
  }

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function list(): void {
  const names = listScenarios()
  const width = Math.max(...names.map((name) => name.length))
  for (const name of names) say(`${name.padEnd(width)}  ${readScenario(name).description}`)
}

const show = (name: string): void => void process.stdout.write(readFileSync(scenarioFile(name), 'utf8'))

interface OnMock {
  url: string
}

async function load(nameOrFile: string, { url }: OnMock): Promise<void> {
  const mock = new AdminClient(url)
  // A file is read here, where its lines can be told; names are those of the mock.
  const file = isFile(nameOrFile) ? readScenario(nameOrFile) : undefined
  const answer = file
    ? await mock.ask('PUT', '/state', JSON.stringify(file))
    : await mock.ask('POST', `/scenarios/${encodeURIComponent(nameOrFile)}`)
  // Its OpenAPI document says so.
  const { stores } = (await answer.json()) as LoadedScenario
  say(`Loaded ${nameOrFile} into ${mock.url}: ${inWords(stores)}.`)
  const kept = await keptInWords(mock, file ?? readScenario(nameOrFile))
  if (kept.length > 0) say(`Kept, as the scenario does not say otherwise: ${kept.join(', ')}.`)
}

async function save(file: string, { url, force = false }: OnMock & { force?: boolean }): Promise<void> {
  const mock = new AdminClient(url)
  await checkFile(file, force)
  const bytes = await saveState(file, await stateOf(mock), force)
  say(`Saved the state of ${mock.url} to ${file} (${Math.ceil(bytes / 1000).toLocaleString('en-US')} kB).`)
}

async function stateOf(mock: AdminClient): Promise<string> {
  try {
    return await (await mock.ask('GET', '/state')).text()
  } catch (error) {
    if (error instanceof MockUnwilling) throw error
    throw new MockUnwilling(`The mock at ${mock.url} ended before its state was read: nothing was saved.`, {
      cause: error,
    })
  }
}

function validate(file: string): void {
  const path = isFile(file) ? file : `./${file}`
  const scenario = readScenario(path)
  // Only when its invoices are made is it known whether those are there that it names.
  if (scenario.stores.some(({ emails, bulk_actions }) => emails ?? bulk_actions))
    loadScenario(path, { seed: 1, now: Date.now(), dialect: DEFAULT_DIALECT })
  say(`${file} is a scenario: ${inWords(scenario.stores)}.`)
}

function inWords(stores: readonly { name: string }[]): string {
  const names = stores.slice(0, MOST_NAMED).map(({ name }) => name)
  const more = stores.length > names.length ? ', …' : ''
  return `${stores.length} ${stores.length === 1 ? 'store' : 'stores'} (${names.join(', ')}${more})`
}

/** Stores that are named in a line. */
const MOST_NAMED = 10
