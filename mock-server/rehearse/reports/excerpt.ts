import { cut } from '../../../schemas/printing/plain-text.ts'

/** How test runners mark what failed, and how what they print of it begins. */
const FAILED = /^\s*(not ok\b|[✗✖×✘❌]|FAIL(ED|URE)?\b|ERROR:|--- FAIL|E {2,}|AssertionError|Traceback)/

/** What else a failure may be told by. */
const TROUBLE = /\w*(Error|Exception)\b|\berror:|\bpanic\b|\bfatal\b/i

/** Lines that are shown with a telling one: the test before it, and what comes after. */
const BEFORE = 1
const AFTER = 4

/** Of the beginning, where nothing in between is telling, and of the end. */
const ENDS = 4

const LONGEST_LINE = 400

/**
 * So many lines of an output as tell most: those about failures, the first before others, and the end. What is left out
 * between them is told by `…`.
 */
export function excerpt(output: string, most: number): string[] {
  const all = output
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => cut(line, LONGEST_LINE))
  if (all.length <= most) return all
  const shown = new Set(around(all.length - 1, ENDS - 1, 0))
  for (const near of [...telling(all), around(0, 0, ENDS - 1), around(all.length - 1, most, 0)])
    for (const line of near) if (all[line] !== undefined && shown.size < most) shown.add(line)
  return withGaps(
    all,
    [...shown].toSorted((one, other) => one - other),
  )
}

/** Places of lines around each that is telling. */
const telling = (all: readonly string[]): number[][] =>
  [FAILED, TROUBLE].flatMap((mark) =>
    all.flatMap((line, place) => (mark.test(line) ? [around(place, BEFORE, AFTER)] : [])),
  )

/** The place itself first, then nearer ones before farther ones. */
const around = (place: number, before: number, after: number): number[] => [
  place,
  ...Array.from({ length: after }, (_, index) => place + index + 1),
  ...Array.from({ length: before }, (_, index) => place - index - 1),
]

const withGaps = (all: readonly string[], shown: readonly number[]): string[] =>
  shown.flatMap((place, index) => {
    const hasGap = place !== (shown[index - 1] ?? -1) + 1
    return [...(hasGap ? ['…'] : []), all[place] ?? '']
  })
