import type { Exchange, SentRequest } from './exchange.ts'
import { Effects } from './effects/effects.ts'
import { NotPermitted } from './obstacles.ts'
import { requestOf, type Call } from './call.ts'
import { OPERATIONS, type OperationId } from '../../../schemas/operations.ts'
import type { Target } from '../target.ts'
import type { Outgoing } from './permissions/outgoing.ts'
import { PROHIBITIONS, RULES } from './permissions/rules.ts'
import { Sightings, type IsMade } from './permissions/sightings.ts'

/** The state that all guards of one run share. */
export interface GuardLog {
  readonly sightings: Sightings
  readonly effects: Effects
}

/** Options of a guard, as its client has them. */
interface GuardOptions {
  readonly target: Target
  /** True for a client that needs no permissions: it undoes what a run did, or talks to servers made for a proof. */
  readonly unrestricted?: boolean
  /** Shared with another client of the same run. */
  readonly log?: GuardLog
  /** True for a record that the run takes for its own though no creation answered it. */
  readonly isMade?: IsMade
}

/** Stands between the checks and the wire: refuses what the target does not permit, and counts what is sent. */
export class Guard implements GuardLog {
  readonly sightings: Sightings
  readonly effects: Effects
  readonly #target: Target
  readonly #isUnrestricted: boolean

  constructor({ target, unrestricted = false, log, isMade }: GuardOptions) {
    this.#target = target
    this.#isUnrestricted = unrestricted
    this.sightings = log?.sightings ?? new Sightings(isMade)
    this.effects = log?.effects ?? new Effects(this.sightings)
  }

  /** True if the permissions of the target cover a call. */
  covers(operation: OperationId, call: Call): boolean {
    const { method, path } = OPERATIONS[operation]
    const request = requestOf(this.#target, method, path, call)
    return this.#refusal({ to: 'api', operation, call, request }) === null
  }

  /**
   * Counts a request that is about to be sent, and returns it.
   * @throws {NotPermitted} if the permissions do not cover it
   */
  begin(request: Outgoing): SentRequest {
    const refusal = this.#isUnrestricted ? null : this.#refusal(request)
    if (refusal !== null) throw new NotPermitted(refusal)
    // A clean-up restores values of the store, so they do not count as values of the run.
    if (!this.#isUnrestricted) this.sightings.count(request)
    this.effects.sent(request)
    return request.request
  }

  /** Learns from an answer of the API. */
  answered(exchange: Exchange): void {
    this.effects.answered(exchange)
    this.sightings.note(exchange)
  }

  /** Why the permissions do not cover a request, with what would; null if they do. */
  #refusal(request: Outgoing): string | null {
    const context = { target: this.#target, sightings: this.sightings }
    const rule = RULES.find(
      ({ permission, applies }) => !this.#target.allow.has(permission) && applies(request, context),
    )
    if (rule) return `${rule.what}: needs --allow ${rule.permission}`
    return PROHIBITIONS.find(({ applies }) => applies(request, context))?.says ?? null
  }
}
