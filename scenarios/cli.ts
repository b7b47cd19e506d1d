import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { listScenarios, readScenario, scenarioFile } from './files.ts'
import { ScenarioError } from './mistakes.ts'

/** `invoicing-kit scenario`: looks at the named states that a mock can be filled with. */
export function scenarioCommand(): Command {
  const command = new Command('scenario').description('look at the states that a mock can be filled with')
  command.command('list').description('names of the scenarios, with what each is for').action(list)
  command
    .command('show <name>')
    .description('the file of a scenario, to begin one of your own with')
    .action((name: string) => show(command, name))
  return command
}

function list(): void {
  const names = listScenarios()
  const width = Math.max(...names.map((name) => name.length))
  for (const name of names) process.stdout.write(`${name.padEnd(width)}  ${readScenario(name).description}\n`)
}

function show(command: Command, name: string): void {
  try {
    process.stdout.write(readFileSync(scenarioFile(name), 'utf8'))
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    command.error(`error: ${error.message}`, { exitCode: 2 })
  }
}
