#!/usr/bin/env node
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
}

async function commandFor(name: string, { summary, load }: Entry): Promise<Command> {
  return name === process.argv[2] ? load() : new Command(name).description(summary)
}

/** Wrong usage is exit code 2 everywhere; 1 is kept for a server that does not conform. */
const exitCode = ({ exitCode: code }: CommanderError): number => (code === 0 ? 0 : 2)

async function main(): Promise<void> {
  const program = new Command('invoicing-kit')
    .description('A mock server and a conformance suite for the Invoicing Service External API 1.0.0')
    .exitOverride()
  for (const [name, entry] of Object.entries(ENTRIES)) program.addCommand(await commandFor(name, entry))
  for (const command of program.commands) command.copyInheritedSettings(program)
  try {
    await program.parseAsync()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = exitCode(error)
  }
}

await main()
