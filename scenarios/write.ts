import { hasFields } from '../schemas/tables.ts'
import type { Scenario } from './scenario.ts'

/** How a scenario file is written. */
type FileFormat = 'yaml' | 'json'

/**
 * The text of a scenario in pieces of some size, each made when it is asked for. A record stands in one line, so that files
 * can be compared.
 */
export function* scenarioText(scenario: Scenario, format: FileFormat): Generator<string> {
  let piece = ''
  for (const part of WRITERS[format](scenario)) {
    piece += part
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece
}

const PIECE_LENGTH = 1 << 16

const WRITERS: Record<FileFormat, (value: object) => Generator<string>> = {
  *json(value) {
    yield* json(value, '', '')
    yield '\n'
  },
  yaml: (value) => yaml(value, '', ''),
}

/** What stands in several lines, by its name; `[]` is an item of a list. */
const WIDE = new Set(['', 'stores[]', 'records', 'revisions', 'dialect'])

const isWide = (value: unknown, name: string): value is object =>
  Array.isArray(value) ? value.length > 0 : hasFields(value) && WIDE.has(name)

/** Fields that are said, or items. */
function* partsOf(value: object): Generator<readonly [string | number, unknown]> {
  const all = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [key, part] of all) if (part !== undefined) yield [key, part]
}

function* json(value: unknown, name: string, margin: string): Generator<string> {
  if (!isWide(value, name)) return yield JSON.stringify(value)
  const isList = Array.isArray(value)
  let before = isList ? '[\n' : '{\n'
  for (const [key, part] of partsOf(value)) {
    yield `${before}${margin}  ${isList ? '' : `${JSON.stringify(key)}: `}`
    yield* json(part, isList ? `${name}[]` : String(key), `${margin}  `)
    before = ',\n'
  }
  yield `\n${margin}${isList ? ']' : '}'}`
}

/** JSON is YAML: what stands in one line is written so, and needs no other rules for quotes. */
function* yaml(value: object, name: string, margin: string): Generator<string> {
  const isList = Array.isArray(value)
  for (const [key, part] of partsOf(value)) {
    const inner = isList ? `${name}[]` : String(key)
    yield `${margin}${isList ? '-' : `${key}:`}`
    if (isWide(part, inner)) {
      yield '\n'
      yield* yaml(part, inner, `${margin}  `)
    } else yield ` ${JSON.stringify(part)}\n`
  }
}
