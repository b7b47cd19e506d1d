import type fc from 'fast-check'
import type { ClauseId } from '../../schemas/clauses.ts'
import { OPERATION_IDS, OPERATIONS, type ErrorKind, type OperationId } from '../../schemas/operations.ts'
import type { Permission } from '../../schemas/permissions.ts'
import type { Call } from '../server/client/call.ts'
import { isSuccess, type Exchange } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'
import { permissionOf } from '../server/target.ts'
import type { ClauseFindings, Findings } from './findings.ts'
import { Observer } from './observer.ts'
import { runProperty, type PropertyOptions } from './property.ts'
import { Violation, type Finding } from './verdict.ts'

/** A finding whose exchanges may be a single one. */
export interface Evidence extends Omit<Finding, 'exchanges' | 'got'> {
  got?: string
  exchanges: Exchange | readonly Exchange[]
}

/** How often one looks again, at most, where somebody else may have had a hand in what looks like a violation. */
const LOOKS = 3

/**
 * A check under way, bound to the clause that it judges: sends requests, says what holds, and notes what it could not
 * exercise. Of a check of several clauses it is bound to the first, and `of` binds it to another.
 */
export class Law extends Observer {
  readonly clause: ClauseId
  readonly #findings: Findings

  constructor(session: Session, findings: Findings, check: string, clause: ClauseId) {
    super(session, check)
    this.#findings = findings
    this.clause = clause
  }

  /** The same check, judging another of its clauses. */
  of(clause: ClauseId): Law {
    return clause === this.clause ? this : new Law(this.session, this.#findings, this.check, clause)
  }

  /** The clause held once more where it was exercised. */
  pass(): void {
    this.#record.passes++
  }

  /** What to throw where the clause does not hold, which ends the check. */
  violation({ exchanges, got, ...evidence }: Evidence): Violation {
    const shown: readonly Exchange[] = 'request' in exchanges ? [exchanges] : exchanges
    return new Violation(this.clause, {
      ...evidence,
      exchanges: shown,
      got: got ?? answerInWords(shown.at(-1)),
    })
  }

  /** The clause holds exactly when `ok`. */
  judge(ok: boolean, evidence: Evidence): void {
    if (!ok) throw this.violation(evidence)
    this.pass()
  }

  /** The clause demands that this answer is a success; returns the answer. */
  success(exchange: Exchange, expected = 'a success'): Exchange {
    if (!isSuccess(exchange)) throw this.violation({ expected, exchanges: exchange })
    return exchange
  }

  /** The clause demands that this answer is one of these error kinds. */
  refused(exchange: Exchange, ...kinds: readonly [ErrorKind, ...ErrorKind[]]): void {
    const ok = kinds.some((kind) => this.is(kind, exchange))
    if (ok) this.noteRefusal(exchange, ...kinds)
    this.judge(ok, { expected: kinds.map((kind) => this.nameOf(kind)).join(' or '), exchanges: exchange })
  }

  /** The errors of one certain kind that checks have met. */
  refusals(kind: ErrorKind): Exchange[] {
    const certain = this.session.refusals.filter(({ kinds }) => kinds.length === 1 && kinds[0] === kind)
    return certain.map(({ exchange }) => exchange)
  }

  /** The errors that checks have met of kinds of which each has to be one. */
  get allRefusals(): Session['refusals'] {
    return this.session.refusals
  }

  /** An error that is of one of these kinds: what errors.one-status-per-kind judges where it is one alone, and of all their bodies. */
  noteRefusal(exchange: Exchange, ...kinds: readonly [ErrorKind, ...ErrorKind[]]): void {
    if (!exchange.odd) this.session.refusals.push({ kinds, exchange })
  }

  /**
   * What holds on a store that others may write to. A look, the first of which is 0, says what it saw against the
   * clause, null where the clause held, or `unseen` where nothing told. What somebody else did meanwhile is not seen
   * again, for the store is read anew; what is, each time, is the server's doing.
   */
  async settled(look: (look: number) => Promise<Evidence | 'unseen' | null>, looks = LOOKS): Promise<void> {
    for (let done = 1; ; done++) {
      const seen = await look(done - 1)
      if (seen === null) return this.pass()
      if (seen === 'unseen') return
      if (done >= looks) throw this.violation(seen)
      this.store.forgetAll()
    }
  }

  /** Something of the clause cannot be seen here; says what would make it visible. */
  missing(reason: string): void {
    this.#record.reasons.add(reason)
  }

  /** The operations that may be called; the rest is noted as left out of the clause. */
  permitted(operations: readonly OperationId[] = OPERATION_IDS): OperationId[] {
    return operations.filter((operation) => {
      if (this.permits(operation)) return true
      this.leaveOut(`${operation} (needs --allow ${permissionOf(operation)})`)
      return false
    })
  }

  /** True if the target gives a permission; else notes that the check leaves out what needs it. */
  mayTry(permission: Permission, what: string): boolean {
    if (this.allows(permission)) return true
    this.leaveOut(`${what} (needs --allow ${permission})`)
    return false
  }

  /** True if the permissions cover a call; else notes that the check leaves it out. */
  mayCall(operation: OperationId, call: Call): boolean {
    if (this.session.client.guard.covers(operation, call)) return true
    this.leaveOut(`${operation} (not covered by the permissions)`)
    return false
  }

  /**
   * The predicate holds for all values: it judges with this law and breaks off by a Violation. Values come from
   * the run's seed; ids of the server are picked inside by index, so that a replay finds its own.
   */
  async property<T>(
    arbitrary: fc.Arbitrary<T>,
    predicate: (value: T) => Promise<void>,
    options: PropertyOptions<T> = {},
  ): Promise<void> {
    await runProperty(this.session, this.check, arbitrary, predicate, options)
  }

  /** A part of the clause that is not judged, and why: `next_invoice_number (needs --allow settings)`. */
  leaveOut(part: string): void {
    this.#record.left_out.add(part)
  }

  /** Whether the clause held somewhere. */
  get hasPassed(): boolean {
    return this.#record.passes > 0
  }

  get #record(): ClauseFindings {
    return this.#findings.of(this.clause)
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
