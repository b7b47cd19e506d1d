import { readFileSync } from 'node:fs'

/** What is changed where the schema of scenario files is put beside the contract's, for tools that know only those. */
const CHANGES: Readonly<Record<string, (value: string) => string | undefined>> = {
  $id: (id) => id.replace('/scenarios/', '/schemas/'),
  $ref: (address) => address.replace('../schemas/', ''),
  // Formats of our own, which strict validators refuse.
  format: (format) => (format.startsWith('scenario-') ? undefined : format),
}

/** The JSON Schema of scenario files as it is exported, its references leading to the schema files in its own folder. */
export function publishedScenarioSchema(): { readonly $id: string } {
  const text = readFileSync(new URL('scenario.json', import.meta.url), 'utf8')
  return JSON.parse(text, (key, value: unknown) =>
    typeof value === 'string' && Object.hasOwn(CHANGES, key) ? CHANGES[key]?.(value) : value,
  )
}
