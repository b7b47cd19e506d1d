import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fence } from './markdown.ts'

/** Folder of the example files that pages show. */
export const EXAMPLES = join(import.meta.dirname, 'examples')

/** An example file in a code block. Target files are `json`; other JSON is `jsonc`, which no test reads as a target. */
export function exampleBlock(file: string): string {
  const text = readFileSync(join(EXAMPLES, file), 'utf8')
  const isTarget = text.includes('"base_url"')
  return fence(file.endsWith('.yaml') ? 'yaml' : isTarget ? 'json' : 'jsonc', text)
}
