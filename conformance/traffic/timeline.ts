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
  last: ReadonlyMap<RecordKind, number>
  /** Milliseconds, by the clock of who asks. */
  ended_at: number
}

/** So long a write whose answer got lost may still be carried out. */
const LOST_MS = 60_000

/** Records whose last change is remembered. */
const MOST = 20_000

/**
 * Which requests were under way at once. Of what overlaps with a write nobody knows the order, so whoever compares two
 * answers asks here whether something may have come between.
 */
export class Timeline {
  #now = 0
  #reset = 0
  readonly #underWay = new Set<Moment>()
  readonly #lost = new Map<Moment, number>()
  /** When a kind, or one record of it, was last written to: `template`, `template 5`. */
  readonly #touched = new Map<string, number>()

  begin(touches: readonly Touch[]): Moment {
    const moment = {
      touches,
      since: ++this.#now,
      until: Infinity,
      disturbed: new Set<RecordKind>(),
      last: new Map<RecordKind, number>(),
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
    moment.last = new Map(RECORD_KINDS.map((kind) => [kind, this.#touched.get(kind) ?? 0]))
    if (isDone) this.#touch(moment.touches)
    moment.until = ++this.#now
    moment.ended_at = at
  }

  /** Its answer will never be there: it may be carried out later. */
  lose(moment: Moment, at: number): void {
    if (moment.touches.length > 0) this.#lost.set(moment, at + LOST_MS)
  }

  /** Whether nothing was written to the record since. */
  isQuietSince({ until }: Pick<Moment, 'until'>, kind: RecordKind, id: string): boolean {
    const last = Math.max(this.#touched.get(`${kind} *`) ?? 0, this.#touched.get(`${kind} ${id}`) ?? 0)
    return last < until
  }

  /** Whether nothing at all was written since it began. */
  isUntouchedSince({ since }: Pick<Moment, 'since'>): boolean {
    return RECORD_KINDS.every((kind) => (this.#touched.get(kind) ?? 0) < since)
  }

  /** Whether everything may be otherwise since, as after a restore. */
  wasResetSince({ until }: Pick<Moment, 'until'>): boolean {
    return this.#reset > until
  }

  #disturbedIn({ since }: Moment): Set<RecordKind> {
    const under_way = [...this.#underWay].flatMap(({ touches }) => touches)
    const disturbed = new Set(under_way.map(({ kind }) => kind))
    for (const kind of RECORD_KINDS) if ((this.#touched.get(kind) ?? 0) > since) disturbed.add(kind)
    return disturbed
  }

  #touch(touches: readonly Touch[]): void {
    if (touches.length === 0) return
    const now = ++this.#now
    if (this.#touched.size > MOST) this.#forgetAll(now)
    if (touches.length === RECORD_KINDS.length) this.#reset = now
    for (const { kind, id } of touches) {
      this.#touched.set(kind, now)
      this.#touched.set(`${kind} ${id ?? '*'}`, now)
    }
  }

  #forgetAll(now: number): void {
    this.#touched.clear()
    for (const kind of RECORD_KINDS) {
      this.#touched.set(kind, now)
      this.#touched.set(`${kind} *`, now)
    }
  }

  #forgetLost(at: number): void {
    for (const [moment, until] of this.#lost)
      if (until < at) {
        this.#lost.delete(moment)
        this.#underWay.delete(moment)
      }
  }
}
