import pc from 'picocolors'
import type { Judgement } from './judge-mutant.ts'
import { areaOf, type Mutant } from './mutant.ts'

const OUTCOMES = ['killed', 'elsewhere', 'survived', 'error'] as const

const COLOURS = { killed: pc.green, elsewhere: pc.yellow, survived: pc.red, error: pc.magenta }

/** A judgement in one line. */
export function lineOf({ id, outcome, by, check, requests, ms }: Judgement): string {
  if (id === '')
    return by.length > 0 ? pc.red(`the correct mock fails: ${by.join('; ')}`) : 'the correct mock passes'
  const facts = `${String(requests).padStart(6)} requests ${(ms / 1000).toFixed(1).padStart(5)} s`
  return `${COLOURS[outcome](outcome.padEnd(9))} ${facts}  ${id}  ${shortened(by)}${check === undefined ? '' : `: ${check}`}`
}

const shortened = (by: readonly string[]): string =>
  by.length > 3 ? `${by.slice(0, 3).join(', ')} and ${by.length - 3} more` : by.join(', ')

/** What a table has a row of. */
export type Grouping = 'area' | 'clause'

const GROUP_OF: Readonly<Record<Grouping, (mutant: Mutant) => string>> = {
  area: ({ id }) => areaOf(id),
  clause: ({ clause }) => clause,
}

/** A table by area or clause, what is not killed, and how long it took; and last of all once more when the correct mock fails, by which nothing is proven. */
export function printSummary(
  mutants: readonly Mutant[],
  judgements: readonly Judgement[],
  by: Grouping,
): void {
  const groupOf = GROUP_OF[by]
  const judged = new Map(judgements.map((judgement) => [judgement.id, judgement]))
  const of = (some: readonly Mutant[]) => some.flatMap(({ id }) => judged.get(id) ?? [])
  const groups = [...new Set(mutants.map(groupOf))]
  const width = Math.max(...[by, ...groups].map(({ length }) => length)) + 2
  const printRow = (name: string, values: readonly (string | number)[]) =>
    console.log(row(name, width, values))
  console.log()
  printRow(by, ['mutants', ...OUTCOMES, 'requests', 'seconds'])
  for (const group of groups) printRow(group, cells(of(mutants.filter((one) => groupOf(one) === group))))
  printRow('all', cells(of(mutants)))
  for (const mutant of mutants) {
    const outcome = judged.get(mutant.id)?.outcome
    if (outcome !== undefined && outcome !== 'killed')
      console.log(`\n${COLOURS[outcome](outcome)} ${mutant.id} (${mutant.clause})\n  ${mutant.says}`)
  }
  const correct = judged.get('')
  if (correct && correct.by.length > 0) console.log(`\n${lineOf(correct)}`)
}

const row = (name: string, width: number, values: readonly (string | number)[]): string =>
  name.padEnd(width) + values.map((value) => String(value).padStart(11)).join('')

/** How many of each outcome, and the medians of requests and seconds. */
function cells(judgements: readonly Judgement[]): (string | number)[] {
  const counts = OUTCOMES.map((outcome) => judgements.filter((one) => one.outcome === outcome).length)
  const requests = median(judgements.map((one) => one.requests))
  return [judgements.length, ...counts, requests, (median(judgements.map(({ ms }) => ms)) / 1000).toFixed(1)]
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
