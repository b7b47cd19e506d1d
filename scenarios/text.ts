import { isMap, isScalar, LineCounter, parseDocument, type Document, type YAMLError } from 'yaml'
import { ScenarioError, type Mistake, type Path, type Position } from './mistakes.ts'

/** How a scenario is written. JSON is told in its own terms; where it is not said, either will do. */
export type Format = 'yaml' | 'json' | 'either'

/** A scenario as somebody wrote it. */
export interface ScenarioText {
  text: string
  /** The file, or what else it came as; errors begin with it. */
  source: string
  format: Format
}

/** What a text says, and where it says it. */
export interface Read {
  value: unknown
  /** Where a part stands, or the field of that name in it; undefined where that is not known. */
  placeOf(path: Path, field?: string): Position | undefined
}

/** YAML is parsed at some megabytes in a second, in which nobody else is answered. */
const MOST_YAML = 5_000_000

/** Mistakes of syntax that are told: most follow from the first. */
const MOST_ERRORS = 5

/** @throws ScenarioError where the text is neither YAML nor JSON, as its format says */
export function readText(source: ScenarioText): Read {
  const text = source.text.replace(/^\uFEFF/, '')
  const json = source.format === 'yaml' ? undefined : asJson(text)
  if (json && 'value' in json) return { value: json.value, placeOf: placesIn(text) }
  const looksLikeJson = source.format === 'json' || /^\s*[[{]/.test(text)
  const yaml = source.format === 'json' ? undefined : asYaml(text, source.source)
  if (yaml && 'value' in yaml) return { value: yaml.value, placeOf: placesOf(yaml.document, yaml.lines) }
  const mistakes = (looksLikeJson ? json?.mistakes : undefined) ?? yaml?.mistakes ?? []
  throw new ScenarioError(source.source, mistakes)
}

interface Failed {
  mistakes: readonly Mistake[]
}

function asJson(text: string): { value: unknown } | Failed {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { mistakes: [jsonMistake(text, error as SyntaxError)] }
  }
}

function jsonMistake(text: string, { message }: SyntaxError): Mistake {
  const [, said = message, at] = /^(.*?) (?:in JSON )?at position (\d+)/.exec(message) ?? []
  const ended = message.includes('end of JSON')
  const offset = ended ? text.trimEnd().length : at === undefined ? undefined : Number(at)
  const says = `is no JSON: ${ended ? 'it ends too early' : said}`
  if (offset === undefined) return { path: [], says }
  const position = positionAt(text, offset)
  return { path: [], says, position, excerpt: excerptAt(text, position) }
}

interface ParsedYaml {
  value: unknown
  document: Document
  lines: LineCounter
}

function asYaml(text: string, source: string): ParsedYaml | Failed {
  if (text.length > MOST_YAML)
    return { mistakes: [{ path: [], says: `is more than ${MOST_YAML / 1e6} MB of YAML: write it as JSON` }] }
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
    if (document.errors.length > 0) return { mistakes: yamlMistakes(text, document.errors) }
    return { value: document.toJS(), document, lines }
  } catch (error) {
    // Nesting beyond the stack, aliases beyond measure: the library throws these where it meets them.
    if (error instanceof RangeError)
      throw new ScenarioError(source, [{ path: [], says: 'is nested too deeply' }])
    if (error instanceof ReferenceError)
      return { mistakes: [{ path: [], says: `is no YAML: ${error.message}` }] }
    throw error
  }
}

function yamlMistakes(text: string, errors: readonly YAMLError[]): Mistake[] {
  const mistakes = errors.slice(0, MOST_ERRORS).map(({ message, pos: [offset] }) => {
    const position = positionAt(text, offset)
    return { path: [], says: `is no YAML: ${message}`, position, excerpt: excerptAt(text, position) }
  })
  // What follows in a line follows from what comes first in it.
  return mistakes.filter(
    ({ position }, index) => mistakes.findIndex((each) => each.position.line === position.line) === index,
  )
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** Signs shown before and after the place in question: a file may be one line. */
const AROUND = 60

/** The line with a mark below the place. */
function excerptAt(text: string, { line, column }: Position): string {
  const whole = (text.split('\n')[line - 1] ?? '').replace(/\r$/, '')
  const from = Math.max(0, column - 1 - AROUND)
  const shown = whole.slice(from, column - 1 + AROUND)
  const margin = `    ${line} | `
  const below = shown.slice(0, column - 1 - from).replaceAll(/[^\t]/g, ' ')
  return `${margin}${shown}\n${' '.repeat(margin.length - 2)}| ${below}^`
}

/** Where the parts of a JSON text stand, read as YAML once somebody asks: YAML knows JSON, and keeps places. */
function placesIn(text: string): Read['placeOf'] {
  let places: Read['placeOf'] | undefined
  return (path, field) => {
    places ??= text.length > MOST_YAML ? () => undefined : placesOfJson(text)
    return places(path, field)
  }
}

function placesOfJson(text: string): Read['placeOf'] {
  const parsed = asYaml(text, '')
  return 'document' in parsed ? placesOf(parsed.document, parsed.lines) : () => undefined
}

const placesOf =
  (document: Document, lines: LineCounter): Read['placeOf'] =>
  (path, field) => {
    const offset = offsetOf(document, path, field)
    if (offset === undefined) return undefined
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }

function offsetOf(document: Document, path: Path, field?: string): number | undefined {
  const node = path.length === 0 ? document.contents : document.getIn(path, true)
  if (field !== undefined && isMap(node)) {
    const named = node.items.find(({ key }) => isScalar(key) && String(key.value) === field)
    return isScalar(named?.key) ? named.key.range?.[0] : undefined
  }
  return hasRange(node) ? node.range?.[0] : undefined
}

const hasRange = (node: unknown): node is { range?: [number, number, number] | null } =>
  typeof node === 'object' && node !== null && 'range' in node
