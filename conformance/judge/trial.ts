import fc from 'fast-check'
import type { ClauseId } from '../../schemas/clauses.ts'
import { OPERATIONS, OPERATION_IDS, type ErrorKind, type OperationId } from '../../schemas/operations.ts'
import type { Call } from '../server/client/client.ts'
import { isSuccess, type Exchange } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'
import { permissionOf } from '../server/target.ts'
import { runProperty, type PropertyOptions } from './property.ts'
import { NotExercised, Violation, type Finding } from './verdict.ts'

/** A finding whose exchanges may be a single one. */
export interface Evidence extends Omit<Finding, 'exchanges' | 'got'> {
  got?: string
  exchanges: Exchange | readonly Exchange[]
}

/** One check under way: sends requests, judges clauses, and notes what it could not exercise. */
export class Trial {
  readonly session: Session
  readonly check: string

  constructor(session: Session, check: string) {
    this.session = session
    this.check = check
  }

  /** Calls an operation. */
  call(operation: OperationId, call?: Call): Promise<Exchange> {
    return this.session.client.call(operation, call)
  }

  /** The clause held once more where it was exercised. */
  pass(clause: ClauseId): void {
    this.session.record.of(clause).passes++
  }

  /** Breaks off the check: the clause does not hold. */
  fail(clause: ClauseId, { exchanges, got, ...evidence }: Evidence): never {
    const shown = [exchanges].flat() as Exchange[]
    throw new Violation(clause, { ...evidence, exchanges: shown, got: got ?? answerInWords(shown.at(-1)) })
  }

  /** The clause holds exactly when `ok`. */
  judge(clause: ClauseId, ok: boolean, evidence: Evidence): void {
    if (!ok) this.fail(clause, evidence)
    this.pass(clause)
  }

  /** The clause demands that this answer is a success; returns the answer. */
  success(clause: ClauseId, exchange: Exchange, expected = 'a success'): Exchange {
    if (!isSuccess(exchange)) this.fail(clause, { expected, exchanges: exchange })
    return exchange
  }

  /** The clause demands that this answer is one of these error kinds. */
  refused(clause: ClauseId, exchange: Exchange, ...kinds: ErrorKind[]): void {
    const { kinds: known } = this.session
    const ok = kinds.some((kind) => known.is(kind, exchange))
    if (ok && kinds.length === 1 && !exchange.odd) this.session.refusals.push({ kind: kinds[0]!, exchange })
    this.judge(clause, ok, {
      expected: kinds.map((kind) => known.name(kind)).join(' or '),
      exchanges: exchange,
    })
  }

  /** Something of the clause cannot be seen here; says what would make it visible. */
  missing(clause: ClauseId, reason: string): void {
    this.session.record.of(clause).reasons.add(reason)
  }

  /** Ends the check: what it needs is not there. */
  notExercised(reason: string): never {
    throw new NotExercised(reason)
  }

  /** The operations that may be called; the rest is noted as left out of the clause. */
  permitted(clause: ClauseId, operations: readonly OperationId[] = OPERATION_IDS): OperationId[] {
    return operations.filter((operation) => {
      if (this.session.client.permits(operation)) return true
      this.session.record.of(clause).left_out.add(`${operation} (needs --allow ${permissionOf(operation)})`)
      return false
    })
  }

  /**
   * The predicate holds for all values: it judges with this trial and breaks off by a Violation. Values come from
   * the run's seed; ids of the server are picked inside by index, so that a replay finds its own.
   */
  async property<T>(
    arbitrary: fc.Arbitrary<T>,
    predicate: (value: T) => Promise<void>,
    options: PropertyOptions = {},
  ): Promise<void> {
    await runProperty(this.session, this.check, arbitrary, predicate, options)
  }

  /** A number of the run's own for this name: the same for the same seed. */
  seedOf(name: string): number {
    return this.session.seedOf(`${this.check} ${name}`)
  }
}

function answerInWords(exchange: Exchange | undefined): string {
  if (!exchange) return 'nothing'
  const { status, text } = exchange.response
  return text === ''
    ? `${status} without a body`
    : `${status} ${text.length <= 300 ? text : `${text.slice(0, 300)}…`}`
}

/** Operations of a method, in the order of the table. */
export function operationsWhere(
  test: (operation: (typeof OPERATIONS)[OperationId]) => boolean,
): OperationId[] {
  return OPERATION_IDS.filter((id) => test(OPERATIONS[id]))
}
