import { OPERATIONS, type Operation } from '../operations.ts'
import type { Violation } from '../types.ts'
import type { Call, Rule } from './reading.ts'
import { named, placeOf } from './words.ts'

/** An object of JSON has each name once: of two that are the same every reader takes another one. */
export const doubledNames: Rule<Call> = ({ operation, body, request }) => {
  const { body: schema }: Operation = OPERATIONS[operation]
  return schema && body.kind === 'json' ? doubledIn(request.body ?? '').map(told) : []
}

function told(path: readonly string[]): Violation {
  const says = `${path.map(named).join('.')} stands twice in its object, and readers take one or the other: send it once.`
  return { rule: 'malformed', where: placeOf(['body', ...path]), says }
}

const MOST_TOLD = 10

/** What JSON is made of, but for numbers, words and space. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g

/** A list or an object that is open. */
interface Open {
  /** The names so far; null for a list. */
  readonly names: Set<string> | null
  /** The name, or the place in the list, of the part that comes. */
  step: string | number
  isNameDue: boolean
}

/** Where in a text that is JSON a name stands that its object had before, the first ones. */
function doubledIn(text: string): string[][] {
  const found: string[][] = []
  const open: Open[] = []
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1)
    if (token === '{') open.push({ names: new Set(), step: '', isNameDue: true })
    else if (token === '[') open.push({ names: null, step: 0, isNameDue: false })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && inner) goOn(inner)
    else if (inner?.names && inner.isNameDue && isDoubled(inner, inner.names, token))
      found.push(open.map(({ step }) => String(step)))
    if (found.length === MOST_TOLD) break
  }
  return found
}

function goOn(inner: Open): void {
  inner.isNameDue = inner.names !== null
  if (typeof inner.step === 'number') inner.step++
}

function isDoubled(inner: Open, names: Set<string>, token: string): boolean {
  const name: string = JSON.parse(token)
  const isKnown = names.has(name)
  names.add(name)
  inner.step = name
  inner.isNameDue = false
  return isKnown
}
