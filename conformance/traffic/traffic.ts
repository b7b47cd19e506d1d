import type { ClauseId } from '../../schemas/clauses.ts'
import type { Met } from '../../schemas/coverage/tally.ts'
import type { Coverage } from '../../schemas/types.ts'
import { serverError } from '../judge/watch/server-error.ts'
import { watch } from '../run/watching.ts'
import { openSession } from '../run/open-session.ts'
import { isRateLimited } from '../server/client/rate-limit.ts'
import { Unreachable, Unreadable } from '../server/client/obstacles.ts'
import type { Session } from '../server/session.ts'
import { PersonalValues } from '../server/store/personal-values.ts'
import type { Target } from '../server/target.ts'
import { Covered, metBy } from './coverage.ts'
import { Filing, type Broken } from './filing.ts'
import { observe, SeenKinds } from './learn.ts'
import { look } from './look.ts'
import { Mistakes } from './mistakes.ts'
import { pageOf } from './page.ts'
import { passedOf, type Passed } from './passed.ts'
import { partsOf, type Recorded } from './recorded.ts'
import { noteInvoice } from './relations/invoices.ts'
import { note } from './relations/records.ts'
import { nameOf, Repeats } from './repeats.ts'
import { sentOf, type Api } from './sent.ts'
import { Stores } from './stores.ts'
import { leavesOpen, Timeline, type Moment } from './timeline.ts'
import { isSurelyRefused, RECORD_KINDS, touchesOf } from './touches.ts'
import { Waits } from './waits.ts'
import { witness } from './witness.ts'

/** How traffic is judged. */
export interface TrafficOptions {
  /** Where the API lies: what passes elsewhere is not judged. */
  readonly target: Target
  /** Somebody else writes to the stores as well: nothing is judged that another's hand could explain. */
  readonly shared?: boolean
  /** The keys were masked, or left out, by whoever recorded the traffic. */
  readonly isMasked?: boolean
}

/** What came of one exchange. */
export interface Judged {
  readonly passed: Passed
  /** What it broke of the contract that is news. */
  readonly broken: readonly Broken[]
  /** An outcome or error kind of the contract, or the status where it is none. */
  readonly outcome: string
}

/** Judges traffic in passing, exchange by exchange, in the order in which the answers came. */
export class Traffic {
  readonly mistakes = new Mistakes()
  /** Exchanges that could not be judged, by why. */
  readonly unjudged = new Map<string, number>()
  /** Personal values of exchanges that are shown. */
  readonly personal = new PersonalValues()
  requests = 0
  waited_ms = 0
  readonly #options: TrafficOptions
  readonly #api: Api
  readonly #session: Session
  readonly #timeline = new Timeline()
  readonly #repeats = new Repeats(this.#timeline)
  readonly #waits = new Waits()
  readonly #kinds = new SeenKinds()
  readonly #covered = new Covered()
  readonly #stores: Stores
  readonly #filing: Filing

  private constructor(options: TrafficOptions, session: Session) {
    this.#options = options
    const { origin, pathname } = new URL(options.target.base_url)
    this.#api = { origin, base_path: pathname.replace(/\/+$/, ''), showsKeys: !options.isMasked }
    this.#session = session
    this.#stores = new Stores(session, options.isMasked ?? false)
    this.#filing = new Filing(options.shared ?? false)
  }

  static async open(options: TrafficOptions): Promise<Traffic> {
    const { signal } = new AbortController()
    const session = await openSession(options.target, { seed: 0 }, { signal, onExchange: () => {} })
    return new Traffic(options, session)
  }

  get target(): Target {
    return this.#options.target
  }

  get observations(): Session['observations'] {
    return this.#session.observations
  }

  get coverage(): Coverage {
    return this.#covered.coverage()
  }

  /** A request sets out. */
  begin(method: string, url: string): Moment {
    const below = this.isOfApi(url) ? partsOf(url).path.slice(this.#api.base_path.length) : ''
    return this.#timeline.begin(touchesOf(method, below))
  }

  /** Its answer is there. @param at milliseconds, by one clock for all */
  end(moment: Moment, status: number, at: number): void {
    this.#timeline.end(moment, at, !isSurelyRefused(status) || moment.touches.length === RECORD_KINDS.length)
  }

  /** Its answer will never be there. */
  lose(moment: Moment, at: number): void {
    this.#timeline.lose(moment, at)
  }

  /** Counts what was not judged. @param moment of an exchange whose answer nobody saw */
  pass(why: string, moment?: Moment): void {
    this.unjudged.set(why, (this.unjudged.get(why) ?? 0) + 1)
    if (moment) this.#timeline.miss(moment)
  }

  /** Whether a path is one of the API's. */
  isOfApi(url: string): boolean {
    return url.startsWith(`${this.#api.base_path}/`)
  }

  /** Judges one exchange in passing; one after the other, as they ended. null where it could not be read. */
  async judge(recorded: Recorded, moment: Moment): Promise<Judged | null> {
    this.requests++
    this.waited_ms += recorded.ms
    const early = this.#waits.early(recorded)
    const name = early === null ? nameOf(recorded) : null
    const repeated = name === null ? null : this.#repeats.judged(name, recorded, moment)
    if (repeated) {
      const { ms, started_at } = recorded
      return this.#counted({ ...repeated.passed, ms, started_at }, repeated.met, [])
    }
    try {
      const sent = (name !== null && this.#repeats.sent(name)) || (await sentOf(recorded, this.#api, early))
      const passed = await passedOf(recorded, sent, this.requests)
      if (recorded.answer.body === null) {
        this.pass('whose answer was not kept', moment)
        return this.#counted(passed, metBy(passed, this.#session), [])
      }
      const broken = this.#judged(passed, moment)
      this.#waits.see(passed, recorded)
      const met = metBy(passed, this.#session)
      if (name !== null && !isRateLimited(passed))
        this.#repeats.add(name, sent, { passed, met, answer: recorded.answer, moment })
      passed.response.forget()
      witness(this.personal, passed, broken)
      return this.#counted(passed, met, broken)
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof Unreachable)) throw error
      this.pass('whose answer could not be read', moment)
      return null
    }
  }

  async close(): Promise<void> {
    await this.#session.client.close()
    this.#session.ledger.close()
  }

  /** What was found of a clause. */
  of(clause: ClauseId): ReturnType<Filing['of']> {
    return this.#filing.of(clause)
  }

  /** The keys that were sent, to be masked. */
  get keys(): readonly string[] {
    return this.#stores.keys
  }

  /** What shows that others write to the stores as well. */
  get others(): string[] {
    return this.#stores.others
  }

  #counted(passed: Passed, met: Met, broken: readonly Broken[]): Judged {
    this.mistakes.add(passed.operation, passed.violations)
    this.#covered.count(met)
    return { passed, broken, outcome: met.outcome }
  }

  #judged(passed: Passed, moment: Moment): Broken[] {
    this.#kinds.learn(passed, this.#session)
    const { store, session } = this.#stores.of(passed.token)
    const seen = { passed, page: pageOf(passed), moment, store, timeline: this.#timeline }
    observe(passed, this.#session, seen.page)
    // What the client got wrong may be refused in any way, but no request is a reason to fall over.
    if (passed.odd) watch([serverError], session, this.#filing.found, passed)
    else {
      for (const fault of look(seen, session, this.#filing)) this.pass(fault)
      noteInvoice(seen)
    }
    note(seen)
    if (leavesOpen(passed, moment)) session.memory.clear()
    if (store.add(passed.response.size)) for (const { memory } of [session, this.#session]) memory.clear()
    return this.#filing.file(store)
  }
}
