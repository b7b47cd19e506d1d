import { readFileSync } from 'node:fs'
import { schema, schemaNames, type SchemaNode } from '../schemas/schema-files.ts'

/** A schema that others refer to by its id. */
export type SchemaFile = SchemaNode & { readonly $id: string }

let read: readonly SchemaFile[] | undefined

/** The id of the whole; a part's has its name behind it. */
export const SCENARIO = 'https://invoicing-kit.example/scenarios/scenario.json'
const idOf = (part: string): string => `${SCENARIO}.${part}`

const text = (): string => readFileSync(new URL('scenario.json', import.meta.url), 'utf8')

/** What `scenario.json` says, its parts in schemas of their own: each can be compiled by itself. The whole comes first. */
export function scenarioSchemas(): readonly SchemaFile[] {
  return (read ??= schemasIn(text().replaceAll('"#/$defs/', `"${idOf('')}`)))
}

function schemasIn(json: string): SchemaFile[] {
  const { $defs, ...whole }: SchemaFile & { $defs: Record<string, SchemaNode> } = JSON.parse(json)
  return [whole, ...Object.entries($defs).map(([name, part]) => ({ ...part, $id: idOf(name) }))]
}

/** Ids of all that a scenario is checked by; of the contract's the shortest first, which refer to the least. */
export function partIds(): string[] {
  const [whole, ...others] = scenarioSchemas().map(({ $id }) => $id)
  const referred = new Set(text().match(/\.\.\/schemas\/[\w/-]+\.json(?=[#"])/g))
  const ids = new Set([...referred].map((file) => new URL(file, SCENARIO).href))
  const contract = schemaNames()
    .map((name) => schema(name))
    .filter(({ $id }) => ids.has($id))
    .map((file) => ({ id: file.$id, length: JSON.stringify(file).length }))
    .toSorted((one, other) => one.length - other.length)
  return [...contract.map(({ id }) => id), ...others.toReversed(), ...(whole === undefined ? [] : [whole])]
}
