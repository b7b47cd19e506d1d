import type { ConformanceReport } from '../../schemas/types.ts'
import { masker } from '../server/client/mask.ts'
import type { RunHead } from './run-head.ts'

/**
 * The report of a run that could not judge at all, so that whoever waits for a report learns why.
 * @param reason for people, nothing secret in it
 * @param started_at milliseconds since 1970
 */
export function unjudgedReport(head: RunHead, reason: string, started_at: number): ConformanceReport {
  const mask = masker([])
  return {
    ...head,
    target: mask(head.target),
    ...(head.aim !== undefined && { aim: mask(head.aim) }),
    started_at: new Date(started_at).toISOString(),
    duration_ms: Date.now() - started_at,
    requests: 0,
    waited_ms: 0,
    conforms: false,
    reason,
    verdicts: [],
    dialect: {},
    evidence: {},
    unobserved: {},
    left_behind: [],
    notes: [],
  }
}
