import { Command } from 'commander'
import { ExportError, exportSchemas } from './export.ts'

/**
 * `invoicing-kit schemas`: gives the contract to other tools and languages.
 * @param others what is written beside it, file name to content
 */
export function schemasCommand(others: Readonly<Record<string, object>>): Command {
  const command = new Command('schemas').description(
    'write the JSON Schemas and the OpenAPI document to files',
  )
  command
    .command('export <dir>')
    .description('write all JSON Schema files and openapi.json to a directory')
    .action((dir: string) => exportTo(command, dir, others))
  return command
}

function exportTo(command: Command, dir: string, others: Readonly<Record<string, object>>): void {
  try {
    process.stdout.write(`${exportSchemas(dir, others).length} files in ${dir}\n`)
  } catch (error) {
    if (!(error instanceof ExportError)) throw error
    command.error(`error: ${error.message}`, { exitCode: 2 })
  }
}
