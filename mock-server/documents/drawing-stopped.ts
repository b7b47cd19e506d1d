import { IsolationError } from '../../schemas/isolation/failure.ts'

/** A document cannot be drawn, or not now: the message says why. */
export class DrawingStopped extends Error {}

/** The reason in words, for failures that are no fault of the program. */
export function stoppedBy(reason: unknown): unknown {
  if (!(reason instanceof IsolationError) || reason.kind === 'crash') return reason
  if (reason.kind === 'start') return new DrawingStopped(`${reason.message}.`)
  return new DrawingStopped(`To draw this document ${reason.message}.`)
}
