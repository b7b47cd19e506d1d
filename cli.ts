import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'

/** A command of the front door. Only the one that is asked for is loaded, so that `mock` starts fast. */
interface Entry {
  summary: string
  load(): Promise<Command>
}

const ENTRIES: Record<string, Entry> = {
  mock: {
    summary: 'start the mock server',
    load: async () => (await import('./mock-server/cli.ts')).mockCommand(),
  },
  conformance: {
    summary: 'check any server against the clauses of the specification',
    load: async () => (await import('./conformance/command/cli.ts')).conformanceCommand(),
  },
  rehearse: {
    summary: 'run the tests of an integration against every behaviour that the contract allows',
    load: async () => (await import('./mock-server/rehearse/cli.ts')).rehearseCommand(),
  },
  scenario: {
    summary: 'list, check, load and save the states of mocks',
    load: async () => (await import('./scenarios/cli.ts')).scenarioCommand(),
  },
  fixtures: {
    summary: 'print generated values as JSON',
    load: async () => {
      const { publishedScenarioSchema } = await import('./scenarios/published-schema.ts')
      return (await import('./fixtures/cli.ts')).fixturesCommand({ scenario: publishedScenarioSchema() })
    },
  },
  schemas: {
    summary: 'write the JSON Schemas and the OpenAPI document to files',
    load: async () => {
      const { publishedScenarioSchema } = await import('./scenarios/published-schema.ts')
      return (await import('./schemas/cli.ts')).schemasCommand({ 'scenario.json': publishedScenarioSchema() })
    },
  },
}

const { version }: { version: string } = createRequire(import.meta.url)('invoicing-kit/package.json')

async function commandFor(name: string, { summary, load }: Entry): Promise<Command> {
  return name === process.argv[2] ? load() : new Command(name).description(summary)
}

/** Wrong usage is exit code 2 everywhere; 1 is kept for a server that does not conform. */
const exitCode = ({ exitCode: code }: CommanderError): number => (code === 0 ? 0 : 2)

/** Whoever reads our output may stop reading, as `| head -1` does, which ends us; where there is no room for it, that is told. */
function heedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    failOnce(error)
  })
  // Nobody is left to be told; what is under way, and the exit code, are worth more than the line.
  process.stderr.on('error', () => {})
}

let hasFailed = false

/** Reports are still written and servers cleaned up, so the exit code is all that this changes: each further line fails in vain. */
function failOnce({ message }: Error): void {
  if (hasFailed) return
  hasFailed = true
  process.stderr.write(`error: cannot write to the standard output: ${message}\n`)
  process.on('exit', () => {
    process.exitCode = 2
  })
}

/** A mistake is told in one line; where a command was left out, with those that there are. */
function tellInOneLine(command: Command): void {
  const names = command.commands.map((below) => below.name()).join(', ')
  const hint = names === '' ? '' : ` (${command.name()} takes one of: ${names})`
  command.configureOutput({
    outputError: (text, write) => {
      write(`${text.trim().replaceAll(/\s*\n\s*/g, ' ')}${text.includes('Did you mean') ? '' : hint}\n`)
    },
  })
}

/** So that every command throws its errors here, where they get their exit code. */
function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent)
  tellInOneLine(command)
  for (const below of command.commands) inherit(below, command)
}

async function main(): Promise<void> {
  heedOutput()
  const program = new Command('invoicing-kit')
    .description('A mock server and a conformance suite for the Invoicing Service External API 1.0.0')
    .version(version)
    .exitOverride()
  for (const [name, entry] of Object.entries(ENTRIES)) program.addCommand(await commandFor(name, entry))
  tellInOneLine(program)
  for (const command of program.commands) inherit(command, program)
  try {
    await program.parseAsync()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = exitCode(error)
  }
}

await main()
