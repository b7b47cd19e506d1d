import { createRequire } from 'node:module'
import type { Document, LineCounter, YAMLError } from 'yaml'
import { isDeeperThan } from '../schemas/nesting.ts'
import { messageOf } from '../schemas/thrown.ts'
import { ScenarioError, type Mistake, type Path, type Position } from './mistakes.ts'

/** How a scenario is written. JSON is told in its own terms; where it is not said, either will do. */
export type Format = 'yaml' | 'json' | 'either'

/** A scenario as somebody wrote it. */
export interface ScenarioText {
  text: string
  /** The file, or what else it came as; errors begin with it. */
  source: string
  format: Format
  /** How long it may be where it is YAML. */
  mostYaml?: number
}

/** What a text says, and where it says it. */
export interface Read {
  value: unknown
  /** Where a part stands, or the field of that name in it; undefined where that is not known. */
  placeOf(path: Path, field?: string): Position | undefined
}

const require = createRequire(import.meta.url)

/** What reads YAML, loaded when the first is read: a mock with a scenario of the kit needs none to start. */
const library = () => require('yaml') as typeof import('yaml') // its own types say so

/** YAML takes half a second for a megabyte, in which nobody else is answered. */
const MOST_YAML = 1_000_000

/** How deep a scenario may be nested; what it describes needs seven. */
const MOST_LEVELS = 64

/** Mistakes of syntax that are told: most follow from the first. */
const MOST_ERRORS = 5

/** @throws ScenarioError where the text is neither YAML nor JSON, as its format says */
export function readText({ text: written, source, format, mostYaml = MOST_YAML }: ScenarioText): Read {
  const text = written.replace(/^\uFEFF/, '')
  const json = format === 'yaml' ? FAILED : asJson(text)
  if ('value' in json) return shallow(json, source)
  const yaml = format === 'json' ? FAILED : asYaml(text, mostYaml)
  if ('value' in yaml) return shallow(yaml, source)
  throw new ScenarioError(source, (isLikeJson(text, format) ? json : yaml).mistakes)
}

function shallow(read: Read, source: string): Read {
  if (isDeeperThan(MOST_LEVELS, read.value)) throw new ScenarioError(source, [NESTED])
  return read
}

const isLikeJson = (text: string, format: Format): boolean =>
  format === 'json' || (format === 'either' && /^\s*[[{]/.test(text))

interface Failed {
  mistakes: readonly Mistake[]
}

const FAILED: Failed = { mistakes: [] }

const NESTED: Mistake = { path: [], says: 'is nested too deeply' }

function asJson(text: string): Read | Failed {
  try {
    return { value: JSON.parse(text), placeOf: placesIn(text) }
  } catch (error) {
    return { mistakes: [jsonMistake(text, messageOf(error))] }
  }
}

function jsonMistake(text: string, message: string): Mistake {
  const [, said = message, at] = /^(.*?) (?:in JSON )?at position (\d+)/.exec(message) ?? []
  const ended = message.includes('end of JSON')
  const offset = ended ? text.trimEnd().length : at === undefined ? undefined : Number(at)
  const says = `is no JSON: ${ended ? 'it ends too early' : said}`
  if (offset === undefined) return { path: [], says }
  const position = positionAt(text, offset)
  return { path: [], says, position, excerpt: excerptAt(text, position) }
}

function asYaml(text: string, most = MOST_YAML): Read | Failed {
  if (text.length > most)
    return { mistakes: [{ path: [], says: `is more than ${most / 1e6} MB of YAML: write it as JSON` }] }
  const { LineCounter, parseDocument } = library()
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
    if (document.errors.length > 0) return { mistakes: yamlMistakes(text, document.errors) }
    return { value: document.toJS(), placeOf: placesOf(document, lines) }
  } catch (error) {
    // Nesting beyond the stack, aliases beyond measure: the library throws these where it meets them.
    if (error instanceof RangeError) return { mistakes: [NESTED] }
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
  const read = asYaml(text)
  return 'placeOf' in read ? read.placeOf : () => undefined
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
  const { isMap, isScalar } = library()
  const node = path.length === 0 ? document.contents : document.getIn(path, true)
  if (field !== undefined && isMap(node)) {
    const named = node.items.find(({ key }) => isScalar(key) && String(key.value) === field)
    return isScalar(named?.key) ? named.key.range?.[0] : undefined
  }
  return hasRange(node) ? node.range?.[0] : undefined
}

const hasRange = (node: unknown): node is { range?: [number, number, number] | null } =>
  typeof node === 'object' && node !== null && 'range' in node
