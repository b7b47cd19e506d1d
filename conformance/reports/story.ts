import { cut } from '../../schemas/printing/plain-text.ts'
import type { ReportCounterexample, ReportStep, ReportVerdict } from '../../schemas/types.ts'

/** What is told of a counterexample, in this order. */
type Told = readonly [
  name: 'what' | 'at' | 'expected' | 'got' | 'steps' | 'with' | 'perhaps' | 'again' | 'check' | 'seed',
  text: string,
]

/** A counterexample but for its requests: what happened, what found it and where that stands, and what replays it. */
export function told(found: ReportCounterexample): Told[] {
  const { message, at, excerpt, expected, got, steps, values, perhaps, confirmed, check, file, seed, path } =
    found
  return [
    ['what', message],
    ...optional('at', at === undefined ? undefined : `${at}\n${excerpt ?? ''}`),
    ['expected', expected],
    ['got', got],
    ...(steps ? optional('steps', numbered(steps)) : optional('with', values)),
    ...optional('perhaps', perhaps),
    ...optional('again', confirmed && `failed ${confirmed} times`),
    ['check', `${check} (${file})`],
    ['seed', path === '' ? String(seed) : `${seed}, path ${path}`],
  ]
}

const numbered = (steps: readonly ReportStep[]): string =>
  steps.map(({ does }, at) => `${at + 1}. ${does}`).join('\n')

const optional = (name: Told[0], text: string | undefined): Told[] =>
  text === undefined ? [] : [[name, text]]

/** What a failure is in one line, the fault first: `meta.per_page: expected an integer, got "250"`. */
export function headline({ says, counterexample: found }: ReportVerdict): string {
  if (!found) return says
  const where = found.at ?? found.field ?? found.message
  return cut(`${where}: expected ${found.expected}, got ${found.got}`.replaceAll(/\s+/g, ' '), HEADLINE)
}

/** Characters of a headline: what lists of failures show in one or two lines. */
const HEADLINE = 240

/** The story of a failure in lines of text, its requests at the end. */
export function story({ says, counterexample }: ReportVerdict): string[] {
  if (!counterexample) return [says]
  const rows = told(counterexample).map(([name, text]) => (name === 'what' ? text : `${name}: ${text}`))
  return [says, ...rows, ...counterexample.curl]
}
