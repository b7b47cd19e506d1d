import type { Missing } from './missing.ts'
import type { Underway } from './memory.ts'

/** What work came to. */
export type Outcome = { readonly result: unknown } | { readonly error: unknown }

/** Work that waits for its turn, or has it. */
export interface Turn extends Underway {
  readonly work: (again: boolean) => unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  /** What it came to then; null where it has to be done once more. */
  outcome: Outcome | null
  /** It was done before, and that was taken back. */
  isAgain: boolean
  /** What it missed when it was done last. */
  missing: Missing | null
  /** How often something was missing. */
  missed: number
}

const NOTHING: Turn['touched'] = new Set()

/** Work to be done in turn, with a promise of its result. */
export function newTurn<T>(
  work: (again: boolean) => T | Promise<T>,
  isAlone: boolean,
): { readonly turn: Turn; readonly done: Promise<T> } {
  const { promise, resolve, reject } = withResolvers<T>()
  const turn: Turn = {
    work,
    isAlone,
    // It comes from this very work.
    resolve: (result) => resolve(result as T),
    reject,
    touched: NOTHING,
    outcome: null,
    isAgain: false,
    isKept: false,
    missing: null,
    missed: 0,
  }
  return { turn, done: promise }
}

function withResolvers<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

/** Tells whoever waits what its work came to. */
export function finish({ outcome, resolve, reject }: Turn): void {
  if (outcome === null) reject(new Error('A turn that was not done is not over'))
  else if ('error' in outcome) reject(outcome.error)
  else resolve(outcome.result)
}

/** Thrown into work that was alone and has to be done again. */
export class Conflict extends Error {
  constructor() {
    super('Another process changed this first')
    this.name = 'Conflict'
  }
}
