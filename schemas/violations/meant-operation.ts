import { match } from '../match.ts'
import { slippedFrom } from '../nearest.ts'
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../operations.ts'
import { isPathParameter } from '../path-parameters.ts'
import { decoded, isFitting } from './path-parameter.ts'
import type { SentRequest } from './sent-request.ts'
import { named } from './words.ts'

/** The operation that a request calls, or was most likely meant to call. */
export interface Meant {
  /** null where none is near, or where what is near has nothing to do with the request's method. */
  readonly operation: OperationId | null
  /** The parameter of its path, percent-encoded as sent; empty where it has none. */
  readonly segment: string
  /** What of method and path must be otherwise, in words; none where the request calls the operation as it is. */
  readonly slips: readonly string[]
  /** The right method and path; null where they cannot be known. */
  readonly line: string | null
}

/** A request as the search reads it. */
interface Sought {
  readonly method: string
  /** The parts of its path. */
  readonly sent: readonly string[]
  readonly endsInSlash: boolean
  readonly base: string
}

interface Candidate extends Meant {
  /** How far the request is from it; 0 is what it says. */
  readonly cost: number
}

/** What one part of a path may be instead, and how far that is. */
interface Part {
  readonly cost: number
  readonly slip?: string
  readonly right: string
}

const MISSING = 1.5
const MALFORMED = 4
const OTHER_METHOD = 5
const FARTHEST = 10

/** Parts of a path that is looked at: those of operations have few. */
const LONGEST = 50

/** Methods that are sent for others, and how far they are from them. */
const CONFUSED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  HEAD: { GET: 1 },
  PUT: { PATCH: 1, POST: 2 },
  POST: { PATCH: 1.5, GET: 3 },
  PATCH: { POST: 2 },
  GET: { POST: 3 },
}

/** null for a path that has nothing to do with the API. */
export function meantBy(request: SentRequest): Meant | null {
  const base = withoutSlash(request.base_path)
  const isBelow = `${request.path}/`.startsWith(`${base}/`)
  const exact = isBelow ? match(request.method, request.path.slice(base.length)) : null
  const asSent = exact && { slips: [], line: null, ...exact }
  if (asSent && isWell(asSent)) return asSent
  const near = nearestOf(request, base)
  if (asSent && (!near || near.operation === asSent.operation)) return asSent
  if (near) return near
  return isBelow ? { operation: null, segment: '', slips: [], line: null } : null
}

function isWell({ operation, segment }: { operation: OperationId; segment: string }): boolean {
  const parameter = parameterOf(operation)
  return parameter === undefined || isFitting(parameter, segment)
}

/** The name of the parameter in an operation's path. */
export function parameterOf(operation: OperationId) {
  const [, name = ''] = /\{(\w+)\}/.exec(OPERATIONS[operation].path) ?? []
  return isPathParameter(name) ? name : undefined
}

function nearestOf({ method, path }: SentRequest, base: string): Candidate | undefined {
  const sent = withoutSlash(path).split('/').slice(1)
  if (sent.length > LONGEST) return undefined
  const sought = { method, sent, base, endsInSlash: path.endsWith('/') }
  const all = OPERATION_IDS.flatMap((operation) => candidates(operation, sought))
  return all.filter(({ cost }) => cost < FARTHEST).toSorted((a, b) => a.cost - b.cost)[0]
}

/** An operation, with its parameter missing or not. */
function candidates(operation: OperationId, sought: Sought): Candidate[] {
  const steps = OPERATIONS[operation].path.split('/').slice(1)
  const at = steps.findIndex(isParameter)
  const whole = candidate(operation, steps, sought)
  if (at < 0) return whole
  const lacking = sought.sent.toSpliced(at - steps.length + 1 || sought.sent.length, 0, '')
  return [...whole, ...candidate(operation, steps, { ...sought, sent: lacking })]
}

/** The operation that the end of the path calls, whatever stands before it. */
function candidate(operation: OperationId, steps: readonly string[], sought: Sought): Candidate[] {
  const { method, sent, endsInSlash, base } = sought
  const rest = sent.slice(-steps.length)
  if (rest.length < steps.length) return []
  const before = `/${sent.slice(0, -steps.length).join('/')}`
  const isBelow = before === base
  const parts = steps.map((step, index) => partOf(step, rest[index] ?? ''))
  const called = methodOf(operation, method, base + parts.map(({ right }) => `/${right}`).join(''))
  const slips = [
    ...(isBelow ? [] : [misplaced(before, base)]),
    ...parts.flatMap(({ slip }) => slip ?? []),
    ...(endsInSlash ? ['leave out the slash at its end'] : []),
    ...called.slips,
  ]
  const cost = called.cost + costOf(parts, isBelow)
  return [{ ...called, slips, cost, segment: rest[steps.findIndex(isParameter)] ?? '' }]
}

/** What is to be done about what stands before an operation's own path. */
function misplaced(before: string, base: string): string {
  const more = before.startsWith(`${base}/`) ? before.slice(base.length) : ''
  if (more === '') return `begin the path with ${base}`
  return /^\/+$/.test(more)
    ? 'write one slash where there are more'
    : `leave out ${named(more)} after ${base}`
}

const isParameter = (step: string): boolean => step.startsWith('{')

function costOf(parts: readonly Part[], isBelow: boolean): number {
  const cost = parts.reduce((sum, part) => sum + part.cost, 0)
  // Outside the API only what is spelled well is taken for it.
  return isBelow ? cost : cost < 2 ? cost + 1 : Infinity
}

function methodOf(operation: OperationId, sent: string, path: string) {
  const { method } = OPERATIONS[operation]
  const line = `${method} ${path}`
  if (sent === method) return { operation, line, cost: 0, slips: [] }
  const loud = sent.toUpperCase()
  const cost = loud === method ? 1 : CONFUSED[loud]?.[method]
  if (cost !== undefined) return { operation, line, cost, slips: [`use ${method}`] }
  const methods = methodsAt(OPERATIONS[operation].path)
  const slips = [`there ${methods.length > 1 ? 'are' : 'is'} only ${methods.join(' and ')}`]
  return { operation: null, line: null, cost: OTHER_METHOD, slips }
}

const methodsAt = (path: string): string[] =>
  Object.values(OPERATIONS)
    .filter((operation) => operation.path === path)
    .map(({ method }) => method)

function partOf(step: string, sent: string): Part {
  if (isParameter(step)) return parameterPart(step, sent)
  if (sent === step) return { cost: 0, right: step }
  const near = plain(decoded(sent) ?? sent)
  const cost = near === plain(step) ? 1 : slippedFrom(near, [plain(step)]) ? 2 : Infinity
  return { cost, right: step, slip: `write ${step} for ${named(sent)}` }
}

function parameterPart(step: string, sent: string): Part {
  if (sent === '') return { cost: MISSING, right: step, slip: `put in its ${step}` }
  const name = step.slice(1, -1)
  return { cost: isPathParameter(name) && isFitting(name, sent) ? 0 : MALFORMED, right: sent }
}

/** A word as it is whether it is written bulk-pdf, bulkPdf or bulk_pdf.json, one or many. */
const plain = (word: string): string =>
  word
    .slice(0, 100)
    .toLowerCase()
    .replace(/\.json$/, '')
    .replaceAll(/[^a-z\d]/g, '')
    .replace(/s$/, '')

const withoutSlash = (path: string): string => {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}
