import type { FaultEffect, Seen } from '../../../schemas/types.ts'
import { shapeOf, steady } from './shape.ts'
import type { Traffic } from './touched.ts'

/** The first answer that was otherwise than in the first run. */
export interface Difference {
  readonly now: Seen
  /** The same request there; null where there was none. */
  readonly first: Seen | null
  /** The first field of the answer that differs; null where it is not a field. */
  readonly at: FieldDifference | null
  /** What was played on it; null for nothing. */
  readonly effect: FaultEffect | null
}

/** A field of both answers: `invoice.total_price`. undefined for one that is not there. */
export interface FieldDifference {
  readonly path: string
  readonly first: unknown
  readonly now: unknown
}

/** A request of this run beside that of the first run: the third call of an operation beside its third. */
type Pair = Omit<Difference, 'at' | 'effect'>

/**
 * The first request on which a fault was played, or whose answer differs in status; else in the shape of its body; else
 * in what that says; else in headers; of all that differ so first those that the variation is about. Else the first of
 * these, else one that did not come before.
 */
export function differenceOf(
  first: readonly Seen[],
  { requests, faults }: Pick<Traffic, 'requests' | 'faults'>,
  isAbout: (seen: Seen) => boolean,
): Difference | null {
  const pairs = pairsOf(first, requests)
  const isMeant = ({ now }: Pair) => isAbout(now)
  const otherwise = LOOKS.map(looksOtherwise)
  const meant = otherwise.map((differs) => (pair: Pair) => isMeant(pair) && differs(pair))
  for (const fits of [isHit, ...meant, ...otherwise, isMeant, isNew]) {
    const found = pairs.find(fits)
    if (found) return { ...found, at: fieldBetween(found), effect: effectOn(found, faults) }
  }
  return null
}

const effectOn = ({ now }: Pair, faults: Traffic['faults']): FaultEffect | null =>
  faults.find(({ id }) => id === now.fault)?.fault ?? null

function pairsOf(first: readonly Seen[], now: readonly Seen[]): Pair[] {
  const left = new Map<string, Seen[]>()
  for (const seen of first) left.set(keyOf(seen), [...(left.get(keyOf(seen)) ?? []), seen])
  return now.map((seen) => ({ now: seen, first: left.get(keyOf(seen))?.shift() ?? null }))
}

const keyOf = ({ operation, method, path }: Seen): string => operation ?? `${method} ${path}`

const isNew = ({ first }: Pair): boolean => first === null

const isHit = ({ now }: Pair): boolean => now.fault !== null

/** Headers that clients go by. */
const HEARD = /^(x-ratelimit-.*|retry-after|content-type|location)$/

const headersHeard = ({ headers }: Seen['answer']): object =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => HEARD.test(name)))

/** A part of answers, and what two of them are told apart by. */
interface Look {
  readonly path: string
  part(answer: Seen['answer']): unknown
  look(value: unknown): string
}

const contentIn = (value: unknown): string => JSON.stringify(steady(value)) ?? ''

/** In the order in which clients stumble over them. */
const LOOKS: readonly Look[] = [
  { path: 'status', part: ({ status }) => status, look: String },
  { path: 'body', part: ({ body }) => body, look: shapeOf },
  { path: 'body', part: ({ body }) => body, look: contentIn },
  { path: 'headers', part: headersHeard, look: shapeOf },
]

const looksOtherwise =
  ({ part, look }: Look) =>
  ({ now, first }: Pair): boolean =>
    first !== null && look(part(first.answer)) !== look(part(now.answer))

/** What two answers differ in first, of what can be compared. */
function fieldBetween({ first, now }: Pair): FieldDifference | null {
  if (first === null || now.answer.status === null) return null
  for (const { path, part, look } of LOOKS) {
    const found = apartIn(part(first.answer), part(now.answer), look, [path])
    if (found) return found
  }
  return null
}

function apartIn(
  first: unknown,
  now: unknown,
  look: (value: unknown) => string,
  path: readonly string[],
): FieldDifference | null {
  if (look(first) === look(now)) return null
  for (const name of namesIn(first, now)) {
    const found = apartIn(fieldOf(first, name), fieldOf(now, name), look, [...path, name])
    if (found) return found
  }
  return { path: path.join('.'), first, now }
}

/** Fields of both, or places in both lists. */
function namesIn(first: unknown, now: unknown): string[] {
  if (!isNested(first) || !isNested(now) || Array.isArray(first) !== Array.isArray(now)) return []
  return [...new Set([...Object.keys(first), ...Object.keys(now)])]
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

const fieldOf = (value: unknown, name: string): unknown =>
  isNested(value) ? Object.entries(value).find(([own]) => own === name)?.[1] : undefined
