import { Command } from 'commander'
import { ExportError, exportSchemas } from './export.ts'

/** `invoicing-kit schemas`: gives the contract to other tools and languages. */
export function schemasCommand(): Command {
  const command = new Command('schemas').description('write the contract as files')
  command
    .command('export <dir>')
    .description('write every JSON Schema, and openapi.json')
    .action((dir: string) => exportTo(command, dir))
  return command
}

function exportTo(command: Command, dir: string): void {
  try {
    process.stdout.write(`${exportSchemas(dir).length} files in ${dir}\n`)
  } catch (error) {
    if (!(error instanceof ExportError)) throw error
    command.error(`error: ${error.message}`, { exitCode: 2 })
  }
}
