import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { SCHEMA_FOLDER, schemaNames } from './schema-files.ts'

const BANNER = '// Generated from the JSON Schema files beside this one by `npm run types`. Do not edit.\n\n'

/** TypeScript source with one type for each schema file, and `SchemaTypes` from schema name to type. */
export async function generateTypes(): Promise<string> {
  const names = schemaNames()
  const all: JSONSchema = {
    title: 'SchemaTypes',
    description: 'From the name of a schema file to its type.',
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `./${name}.json` }])),
    required: names,
    additionalProperties: false,
  }
  const source = await compile(all, 'SchemaTypes', {
    cwd: SCHEMA_FOLDER,
    bannerComment: '',
    additionalProperties: false,
    style: { semi: false, singleQuote: true, printWidth: 110 },
  })
  return `${BANNER}${source}\nexport type SchemaName = keyof SchemaTypes\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${SCHEMA_FOLDER}types.ts`, await generateTypes())
}
