import type { Fault, FaultEffect, FaultWhen } from '../../schemas/types.ts'
import { logNormal, seededShare } from './seeded.ts'

/** A fault as it is kept. */
export type KeptFault = Pick<Fault, 'id' | 'when' | 'fault'>

/** What of a request says which faults it fits. */
export interface Fitting {
  /** null for a path or method that the service does not have. */
  readonly operation: FaultWhen['operation'] | null
  readonly method: string
  /** Name of the store that it is for; undefined where none is known. Asked for only where a fault wants to know. */
  store(): string | undefined
}

/** What a fault does other than being late. */
export type OtherEffect = Exclude<FaultEffect, { kind: 'latency' }>

const DEFAULT_SEED = 1

/** What a fault has done so far. */
export interface FaultCount {
  /** Requests that it fits, and those of them that it was played on. */
  readonly matched: number
  readonly played: number
}

/** By the ids of faults. */
export interface FaultCounts {
  get(id: string): FaultCount | undefined
  set(id: string, count: FaultCount): unknown
  delete(id: string): unknown
}

/** A fault that was added, with what it has done so far. */
export class StandingFault {
  readonly kept: KeptFault
  readonly #seed: string
  readonly #counts: () => FaultCounts

  /** @param counts where it counts */
  constructor(kept: KeptFault, counts: () => FaultCounts) {
    this.kept = kept
    this.#counts = counts
    const { seed = DEFAULT_SEED, operation, store, method } = kept.when
    // Two faults with one seed hit different requests; one that is only made more frequent, all those from before.
    this.#seed = [seed, kept.fault.kind, operation, store, method].join(' ')
  }

  get shown(): Fault {
    const { times } = this.kept.when
    const { matched, played } = this.#count
    const left = times === undefined ? null : times - played
    return { ...this.kept, matched, played, left }
  }

  get #count(): FaultCount {
    const { id, when } = this.kept
    return this.#counts().get(id) ?? { matched: when.counted ?? 0, played: 0 }
  }

  #add(matched: number, played: number): void {
    const count = this.#count
    const next = { matched: count.matched + matched, played: count.played + played }
    this.#counts().set(this.kept.id, next)
  }

  /** Whether it may still be played. */
  get isArmed(): boolean {
    const { times } = this.kept.when
    return times === undefined || this.#count.played < times
  }

  /** Counts a request that it fits. Whether the fault is due on it. */
  isDue(request: Fitting): boolean {
    const { after = 0, share = 1 } = this.kept.when
    if (!fits(this.kept, request)) return false
    this.#add(1, 0)
    return this.#count.matched > after && (share >= 1 || seededShare(this.seed('share')) < share)
  }

  /** Counts that it is played. */
  play(): void {
    this.#add(0, 1)
  }

  /** The seed for one use at the request that was counted last. */
  seed(use: string): string {
    return `${this.#seed} ${this.#count.matched} ${use}`
  }

  /** How long it makes the answer to the request that was counted last wait, in milliseconds. */
  get wait(): number {
    const { fault } = this.kept
    if (fault.kind !== 'latency') return 0
    return 'ms' in fault ? fault.ms : logNormal(fault.p50, fault.p99, this.seed('wait'))
  }

  /** What it does beside being late; null where it does nothing else. */
  get effect(): OtherEffect | null {
    const { fault } = this.kept
    return fault.kind === 'latency' ? null : fault
  }
}

function fits({ when, fault }: KeptFault, { operation, method, store }: Fitting): boolean {
  const isDownload = operation === 'download'
  if (isDownload ? fault.kind === 'answer' : fault.kind === 'expired') return false
  if (when.operation !== undefined && when.operation !== operation) return false
  if (when.method !== undefined && when.method !== method) return false
  return when.store === undefined || when.store === store()
}
