import type { ErrorKind, OperationId } from '../../schemas/operations.ts'
import type { Permission } from '../../schemas/permissions.ts'
import type { QuestionKey } from '../../schemas/questions.ts'
import { bulkTurns, type BulkTurns } from '../server/activity/bulk-turns.ts'
import type { Call } from '../server/client/call.ts'
import type { Exchange, KeyName } from '../server/client/exchange.ts'
import type { AnswerTo, ObservableKey } from '../server/learn/answers.ts'
import type { Session } from '../server/session.ts'
import {
  walk,
  Inventory,
  type Paginated,
  type Walk,
  type Collection,
  type Listed,
} from '../server/store/inventory.ts'
import type { Ledger } from '../server/store/ledger.ts'
import type { OrderSupply } from '../server/store/order-supply.ts'
import type { Platform } from '../server/store/platform.ts'
import { isPlainBodyText } from '../server/client/permissions/well-formed.ts'
import type { Target } from '../server/target.ts'
import { NotExercised } from './verdict.ts'

/** Sends requests to the judged server, knows what the run knows of it, and notes its answers to open questions. */
export class Observer {
  /** What the checks of a run share; handed on, never reached through. */
  readonly session: Session
  /** Name of the check or observation under way. */
  readonly check: string

  constructor(session: Session, check: string) {
    this.session = session
    this.check = check
  }

  /** Calls an operation. */
  call(operation: OperationId, call?: Call): Promise<Exchange> {
    return this.session.client.call(operation, call)
  }

  /** Asks for a path that no operation has. */
  get(path: string): Promise<Exchange> {
    return this.session.client.get(path)
  }

  /** Reads the pages of a listing. */
  walk<Operation extends Paginated>(
    operation: Operation,
    how?: Walk,
  ): Promise<Collection<Listed[Operation]>> {
    return walk(this.session.client, operation, how)
  }

  /** Notes the answer to an open question; the first stays. */
  observe<Key extends ObservableKey>(key: Key, value: AnswerTo<Key>, ...evidence: Exchange[]): void {
    this.session.observations.observe(key, value, ...evidence)
  }

  /** The answer to an open question, as far as one was seen. */
  observed(key: QuestionKey): unknown {
    return this.session.observations.value(key)
  }

  /** Says why a question could not be answered. */
  unobserved(key: QuestionKey, why: string): void {
    this.session.observations.unobserved(key, why)
  }

  /** Says what of an answer nothing showed, so that it is as ours. */
  assume(key: QuestionKey, what: string): void {
    this.session.observations.assume(key, what)
  }

  /** Ends the check: what it needs is not there. */
  notExercised(reason: string): never {
    throw new NotExercised(reason)
  }

  /** Ends the check: the store has no invoice, or none that its list could show. */
  noInvoice(): never {
    return this.notExercised(
      this.store.isUnreadable ? 'the list of invoices could not be read' : 'the store has no invoice',
    )
  }

  /** What the judged store holds. */
  get store(): Inventory {
    return this.session.inventory
  }

  /** What another store holds by its own key, read anew. */
  storeOf(key: KeyName): Inventory {
    return new Inventory(this.session.client, key)
  }

  /** Orders that may be invoiced. */
  get orders(): OrderSupply {
    return this.session.orders
  }

  /** The hooks of the target. */
  get platform(): Platform {
    return this.session.platform
  }

  /** The turns of the judged store's bulk actions. */
  get turns(): BulkTurns {
    return this.turnsOf('api')
  }

  turnsOf(key: KeyName): BulkTurns {
    return bulkTurns(this.session, key)
  }

  /** What the run created and changed, to be undone. */
  get ledger(): Ledger {
    return this.session.ledger
  }

  get target(): Target {
    return this.session.target
  }

  /** Marks what the run creates. */
  get marker(): string {
    return this.session.marker
  }

  /** Values that a property tries by default. */
  get runs(): number {
    return this.session.runs
  }

  /** Whether the target's permissions cover an operation. */
  permits(operation: OperationId): boolean {
    return this.session.client.permits(operation)
  }

  /** True if the target gives a permission. */
  allows(permission: Permission): boolean {
    return this.target.allow.has(permission)
  }

  /** Texts that the run may write: without `hostile-input` those that an ordinary client sends. */
  writable<T>(values: readonly T[]): T[] {
    const isPlain = (value: T) => typeof value !== 'string' || isPlainBodyText(value)
    return this.allows('hostile-input') ? [...values] : values.filter(isPlain)
  }

  pause(ms: number): Promise<void> {
    return this.session.client.pause(ms)
  }

  /** Whether an answer can be the error of that kind. */
  is(kind: ErrorKind, exchange: Exchange): boolean {
    return this.session.kinds.is(kind, exchange)
  }

  /** The status of an error kind, as far as one was met. */
  statusOf(kind: ErrorKind): number | undefined {
    return this.session.kinds.learned(kind)?.status
  }

  /** Learns an error kind from answers that are of it. */
  learn(kind: ErrorKind, answers: readonly Exchange[]): void {
    this.session.kinds.learn(kind, answers)
  }

  /** An error kind for messages: `the not-found error (404)`. */
  nameOf(kind: ErrorKind): string {
    return this.session.kinds.name(kind)
  }

  /** A number of the run's own for this name: the same for the same seed. */
  seedOf(name: string): number {
    return this.session.seedOf(`${this.check} ${name}`)
  }
}
