import { isExpired, readDataFile } from '../../../schemas/command-line/data-file.ts'
import { fileProblems } from '../../../schemas/command-line/file-problems.ts'
import { messageOf } from '../../../schemas/thrown.ts'
import type { Expectation, ExpectationFile } from '../../../schemas/types.ts'
import { variationNamed } from '../variations/names.ts'
import type { Demand, Variation } from '../variations/variation.ts'
import type { Judged, Verdict } from './verdict.ts'

const HOLDS =
  'A file of expectations is {"expectations": [{"variation": "createCustomer=lost-answer:once", "demand"?: "may_fail", "reason": "why", "expires": "2026-12-31"}]}, in JSON or YAML; its schema is schemas/desk/expectations.json.'

/** The expectations of a file. @throws {UsageError} that names every mistake */
export function readExpectations(file: string, now: number): Expectations {
  const content = readDataFile(file, { noun: 'expectations', holds: HOLDS, problems: expectationProblems })
  return new Expectations((content as ExpectationFile).expectations, now) // the schema says so
}

/** All that is wrong with the content of such a file. */
export function expectationProblems(content: unknown): string[] {
  const problems = fileProblems('desk/expectations', content)
  if (problems.length > 0) return problems
  return (content as ExpectationFile).expectations.flatMap(nameProblem) // the schema says so
}

function nameProblem({ variation }: Expectation, index: number): string[] {
  try {
    variationNamed(variation)
    return []
  } catch (error) {
    return [`expectations.${index}.variation: ${messageOf(error)}`]
  }
}

/** Weaknesses that are known, and demands that are others than the usual ones, for a while. */
export class Expectations {
  readonly #all: ReadonlyMap<string, Expectation>
  readonly #now: number

  /** @param now milliseconds since 1970 */
  constructor(all: readonly Expectation[], now: number) {
    this.#all = new Map(all.map((each) => [variationNamed(each.variation).name, each]))
    this.#now = now
  }

  demandOf({ name, demand }: Variation): Demand {
    return this.#valid(name)?.demand ?? demand
  }

  /** What was not survived, and is accepted. */
  accepted({ name }: Variation, verdict: Verdict): Verdict {
    const known = this.#valid(name)
    if (verdict.kind !== 'not_survived' || !known || known.demand !== undefined) return verdict
    return { kind: 'accepted', failure: verdict.failure, why: `${known.reason} (until ${known.expires})` }
  }

  /** What of them is expired, or not needed. */
  notes(judged: readonly Judged[]): string[] {
    const survived = new Set(
      judged.filter(({ verdict }) => verdict.kind === 'survived').map(({ variation }) => variation.name),
    )
    return [...this.#all].flatMap(([name, { demand, expires, ...each }]) => {
      if (isExpired({ expires }, this.#now)) return [`What is expected of ${name} expired on ${expires}.`]
      const isIdle = demand === undefined && survived.has(name)
      return isIdle ? [`${name} is survived: that it is not (${each.reason}) need not be expected.`] : []
    })
  }

  #valid(name: string): Expectation | undefined {
    const known = this.#all.get(name)
    return known && !isExpired(known, this.#now) ? known : undefined
  }
}
