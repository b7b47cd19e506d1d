import { isSuccess, type Exchange } from '../server/client/exchange.ts'
import { RECORD_KINDS, type RecordKind, type Touch } from './touches.ts'

/** One request under way, and what happened beside it. */
export interface Moment {
  readonly touches: readonly Touch[]
  /** When it began and ended, as the timeline counts. */
  readonly since: number
  until: number
  /** Kinds that another request may have changed while it was under way. */
  disturbed: ReadonlySet<RecordKind>
  /** When each kind was last written to before it ended, itself aside. */
  last: Readonly<Record<RecordKind, number>>
  /** Milliseconds, by the clock of who asks. */
  ended_at: number
}

/** So long a write whose answer got lost may still be carried out. */
const LOST_MS = 60_000

/** Records whose last change is remembered. */
const MOST = 20_000

const NEVER: Moment['last'] = { invoice: 0, template: 0, customer: 0, settings: 0 }
const NOTHING: Moment['disturbed'] = new Set()

/** What a record is called by what is known of it: `template 5`. */
export const keyOf = (kind: RecordKind, id: unknown): string => `${kind} ${String(id)}`

/**
 * Whether nobody knows what a write left that was carried out: one that the client got wrong is not looked at closely, and of two
 * that change the settings at once, which have no time to tell them by, either may be the last.
 */
export function leavesOpen(exchange: Exchange, { touches, disturbed }: Moment): boolean {
  if (touches.length === 0 || !isSuccess(exchange)) return false
  return exchange.odd || (disturbed.has('settings') && touches.some(({ kind }) => kind === 'settings'))
}

/**
 * Which requests were under way at once. Of what overlaps with a write nobody knows the order, so whoever compares two
 * answers asks here whether something may have come between.
 */
export class Timeline {
  #now = 0
  #reset = 0
  readonly #underWay = new Set<Moment>()
  readonly #lost = new Map<Moment, number>()
  /** When anything of a kind was last written to, all of the kind, and one record of it. */
  #last = NEVER
  #all = NEVER
  readonly #records = new Map<string, number>()
  /** When something of a kind may have been made last that no answer showed. */
  #missed = NEVER

  begin(touches: readonly Touch[]): Moment {
    const moment = {
      touches,
      since: ++this.#now,
      until: Infinity,
      disturbed: NOTHING,
      last: NEVER,
      ended_at: 0,
    }
    if (touches.length > 0) this.#underWay.add(moment)
    return moment
  }

  /** Its answer is there. @param isDone false where it was refused, and so did nothing */
  end(moment: Moment, at: number, isDone = true): void {
    this.#forgetLost(at)
    this.#underWay.delete(moment)
    moment.disturbed = this.#disturbedIn(moment)
    moment.last = this.#last
    if (isDone) this.#touch(moment.touches)
    moment.until = ++this.#now
    moment.ended_at = at
  }

  /** Its answer will never be there: it may be carried out later. */
  lose(moment: Moment, at: number): void {
    if (moment.touches.length > 0) this.#lost.set(moment, at + LOST_MS)
  }

  /** Whether nothing was written to the record since, or with no key to any that a write does not name. */
  isQuietSince({ until }: Pick<Moment, 'until'>, kind: RecordKind, key?: string): boolean {
    return this.#all[kind] < until && (key === undefined || (this.#records.get(key) ?? 0) < until)
  }

  /** Whether no write ended since it began that may have changed the record, or without a key any of the kind. */
  isUntouchedSince({ since }: Pick<Moment, 'since'>, kind: RecordKind, key?: string): boolean {
    return key === undefined ? this.#last[kind] < since : this.isQuietSince({ until: since }, kind, key)
  }

  /** What its request made, if anything, no answer showed. */
  miss({ touches, until }: Moment): void {
    for (const { kind } of touches) this.#missed = { ...this.#missed, [kind]: until }
  }

  /** Whether records of the kind may have been made since that no answer showed. */
  hasMissedSince({ until }: Pick<Moment, 'until'>, kind: RecordKind): boolean {
    return this.#missed[kind] > until
  }

  /** Whether everything may be otherwise since, as after a restore. */
  wasResetSince({ until }: Pick<Moment, 'until'>): boolean {
    return this.#reset > until
  }

  #disturbedIn({ since }: Moment): Moment['disturbed'] {
    const kinds = RECORD_KINDS.filter((kind) => this.#last[kind] > since)
    for (const { touches } of this.#underWay) for (const { kind } of touches) kinds.push(kind)
    return kinds.length === 0 ? NOTHING : new Set(kinds)
  }

  #touch(touches: readonly Touch[]): void {
    if (touches.length === 0) return
    const now = ++this.#now
    if (this.#records.size > MOST) this.#forgetAll(now)
    if (touches.length === RECORD_KINDS.length) this.#reset = now
    for (const { kind, id } of touches) {
      this.#last = { ...this.#last, [kind]: now }
      if (id === null) this.#all = { ...this.#all, [kind]: now }
      else this.#records.set(keyOf(kind, id), now)
    }
  }

  #forgetAll(now: number): void {
    this.#records.clear()
    this.#last = { invoice: now, template: now, customer: now, settings: now }
    this.#all = this.#last
  }

  #forgetLost(at: number): void {
    for (const [moment, until] of this.#lost)
      if (until < at) {
        this.#lost.delete(moment)
        this.#underWay.delete(moment)
      }
  }
}
