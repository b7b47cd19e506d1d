import type { ClauseId } from '../../schemas/clauses.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { clausesOf, selectClauses } from '../judge/select-clauses.ts'
import type { Requirement } from '../reports/conclusion.ts'
import type { Shard } from '../run/shards.ts'

/**
 * What `--require` asks for: `60` clauses, or each clause of a list of names, comma-separated.
 * @param selected the clauses that are to be judged
 * @throws {UsageError} when it asks for more than those
 */
export function parseRequirement(text: string, selected: readonly ClauseId[]): Requirement {
  if (/^\d+$/.test(text.trim())) return requiredCount(Number(text), selected.length)
  const names = text.split(',').map((name) => name.trim())
  const beyond = names.find((name) => !clausesOf(name).every((clause) => selected.includes(clause)))
  if (beyond === undefined) return selectClauses(names)
  throw new UsageError(`--require ${beyond} goes beyond what is to be judged`)
}

function requiredCount(count: number, most: number): number {
  if (count >= 1 && count <= most) return count
  throw new UsageError(
    `--require ${count}: it takes a number from 1 to ${most}, the clauses that are to be judged`,
  )
}

/** @throws {UsageError} when the text is not I/N with 1 ≤ I ≤ N */
export function parseShard(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? []
  if (index === undefined || of === undefined || index < 1 || index > of)
    throw new UsageError(`--shard ${text} is not I/N, such as 1/3`)
  return { index, of }
}
