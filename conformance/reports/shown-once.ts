import type { ReportCounterexample, ReportExchange } from '../../schemas/types.ts'

/** Equal exchanges of a counterexample, of which the last is shown. */
export interface Once {
  /** Counts those that are shown, from 1. */
  number: number
  exchange: ReportExchange
  curl: string
  /** All of them, by their places in the counterexample. */
  places: readonly number[]
  /** The step of a sequence that they are of, from 0. */
  step: number
}

/** Requests of a race are often the same, and so are their answers but for the time that they took. */
export function shownOnce(found: ReportCounterexample): Once[] {
  const groups = new Map<string, Omit<Once, 'number'>>()
  for (const [place, exchange] of found.exchanges.entries()) {
    const { method, url, body } = exchange.request
    const { status, body: answer } = exchange.response
    const step = stepOf(found, place)
    const key = JSON.stringify([step, method, url, body, status, answer])
    const places = [...(groups.get(key)?.places ?? []), place]
    groups.delete(key)
    groups.set(key, { exchange, curl: found.curl[place] ?? '', places, step })
  }
  return [...groups.values()].map((one, at) => ({ number: at + 1, ...one }))
}

function stepOf({ steps = [] }: ReportCounterexample, place: number): number {
  let until = 0
  return steps.findIndex(({ exchanges }) => place < (until += exchanges))
}
