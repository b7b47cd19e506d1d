import type { Violation } from '../types.ts'
import { content } from './content.ts'
import { doubledNames } from './doubled-names.ts'
import { fields } from './fields.ts'
import { key } from './key.ts'
import { limits } from './limits.ts'
import { path, pathParameter } from './path.ts'
import { query } from './query.ts'
import { read, type Call, type Rule } from './reading.ts'
import type { SentRequest } from './sent-request.ts'
import { values } from './values.ts'
import { waiting } from './waiting.ts'

export type { SentRequest, Violation }

/** What every request is held against. */
const RULES: readonly Rule[] = [path, key, waiting]

/** What a request is held against whose operation is known. */
const RULES_OF_OPERATION: readonly Rule<Call>[] = [
  pathParameter,
  query,
  content,
  doubledNames,
  fields,
  values,
  limits,
]

/** Violations that are told of one request: whoever makes more is told enough. */
const MOST_TOLD = 50

/**
 * In what a request breaks the contract, however leniently it was answered; empty for one that keeps it, and for one
 * that has nothing to do with the API. Where no operation is called so, the one that was most likely meant is judged.
 * It answers for any bytes, in time that grows with their number.
 */
export function violationsOf(request: SentRequest): Violation[] {
  const reading = read(request)
  if (!reading) return []
  const { operation } = reading.meant
  const call = operation && { operation, ...reading }
  const found = RULES.flatMap((rule) => rule(reading))
  const more = call ? RULES_OF_OPERATION.flatMap((rule) => rule(call)) : []
  return [...found, ...more].slice(0, MOST_TOLD)
}
