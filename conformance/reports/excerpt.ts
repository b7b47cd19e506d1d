import { cut } from '../../schemas/printing/plain-text.ts'
import { isObject } from '../server/client/exchange.ts'

/** Where in the body of an answer it deviates, and the part of the body around that. */
export interface Excerpt {
  /** From the body's root: `meta.per_page`. */
  at: string
  /** Lines of JSON, cut short but for what leads there, which begins with `→`. */
  excerpt: string
}

/** So many neighbours are shown before it and after it, and so many characters of each. */
const NEIGHBOURS = 3
const SHOWN = 60

/**
 * The excerpt for a field, which is told from the root of the body or of the record in it; none where the body has no
 * such place.
 */
export function excerptOf(body: unknown, field: string): Excerpt | undefined {
  const paths = pathsTo(body, field)
  const path = paths.find((one) => holds(body, one)) ?? paths.find((one) => holds(body, one.slice(0, -1)))
  return path && { at: path.join('.'), excerpt: linesAround(body, path).join('\n') }
}

/** The value of a field, which is told from the root of the body or of the record in it; undefined where there is none. */
export function valueAt(body: unknown, field: string): unknown {
  const path = pathsTo(body, field).find((one) => holds(body, one))
  return path?.reduce((value, step) => (isContainer(value) ? memberOf(value, step) : undefined), body)
}

const pathsTo = (body: unknown, field: string): string[][] =>
  [[], ...recordsOf(body)].map((root) => [...root, ...field.split('.')])

/** Where the one record of an answer stands; in a list nobody tells which record is meant. */
function recordsOf(body: unknown): string[][] {
  if (!isObject(body) || Object.values(body).some(Array.isArray)) return []
  return Object.keys(body).map((key) => [key])
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether there is a place in a body, past its root. */
function holds(body: unknown, path: readonly string[]): boolean {
  const [step, ...rest] = path
  if (step === undefined || !isContainer(body) || !Object.hasOwn(body, step)) return false
  return rest.length === 0 || holds(memberOf(body, step), rest)
}

// Whoever asks has seen that it is there, or takes undefined.
const memberOf = (value: object, step: string): unknown => (value as Record<string, unknown>)[step]

/** The lines of a container, in which the path goes on; the first line has no indent, for what stands before it. */
function linesAround(value: unknown, path: readonly string[]): string[] {
  const [step = '', ...rest] = path
  if (!isContainer(value)) return [brief(value)]
  const names = Object.keys(value)
  const place = names.indexOf(step)
  const [from, to] = place < 0 ? [0, NEIGHBOURS] : [Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS + 1]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const label = (name: string) => (Array.isArray(value) ? '' : `${JSON.stringify(name)}: `)
  const lines = names.slice(from, to).flatMap((name) => {
    if (name !== step) return [`  ${label(name)}${brief(memberOf(value, name))}`]
    if (rest.length === 0) return [`→ ${label(name)}${brief(memberOf(value, name))}`]
    const [first = '', ...others] = linesAround(memberOf(value, name), rest)
    return [`  ${label(name)}${first}`, ...others.map((line) => moved(line))]
  })
  return [
    open,
    ...(from > 0 ? ['  …'] : []),
    ...lines,
    ...(to < names.length ? ['  …'] : []),
    ...(place < 0 ? [`→ ${label(step)}is not there`] : []),
    close,
  ]
}

/** A line one level further in; its mark stays in front. */
const moved = (line: string): string => (line.startsWith('→') ? `→   ${line.slice(2)}` : `  ${line}`)

function brief(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[… ${value.length}]`
  if (isContainer(value)) return Object.keys(value).length === 0 ? '{}' : '{…}'
  return cut(JSON.stringify(value) ?? 'undefined', SHOWN)
}
