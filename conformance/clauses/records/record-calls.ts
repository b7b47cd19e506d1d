import type { Observer } from '../../judge/observer.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import type { Collection } from '../../server/store/inventory.ts'
import type { Watched } from '../../server/store/ledger-book.ts'
import { isOfRun } from '../../server/store/marker.ts'
import { atOnce } from '../../judge/at-once.ts'
import { shownBy, type Fields, type RecordKind, type Shown } from './record-kind.ts'

/** A creation: what was sent, what was answered, and by which exchange. `shown` is null when it made nothing. */
export interface Creation<Made = Shown | null> {
  input: Fields
  shown: Made
  exchange: Exchange
}

/** A record of our own. */
export type OwnRecord = Creation<Shown>

export const isMade = (creation: Creation): creation is OwnRecord => creation.shown !== null

/** So many of them. */
type Several<Count extends number, Own extends OwnRecord[] = []> = Own['length'] extends Count
  ? Own
  : Several<Count, [...Own, OwnRecord]>

type Id = number | string

const foreign = perRun<RecordKind, Promise<ReadonlySet<number>>>()
const sharing = perRun<RecordKind, Promise<boolean>>()
const spares = perRun<RecordKind, OwnRecord[]>()

/** Calls about templates or customers. What they make is noted, to be deleted in the end. */
export class RecordCalls {
  readonly observer: Observer
  readonly kind: RecordKind
  readonly #made: Watched[] = []

  constructor(observer: Observer, kind: RecordKind) {
    this.observer = observer
    this.kind = kind
  }

  /** All that the list shows. */
  all(): Promise<Collection<Shown>> {
    return this.kind.all(this.observer.store)
  }

  /** The same looked up once more, though no write of ours has changed it. */
  allAnew(): Promise<Collection<Shown>> {
    this.observer.store.forget(this.kind.operations.update)
    return this.all()
  }

  /** Ids of records that were there before ours: whatever a server answers, they are never deleted. */
  theirs(): Promise<ReadonlySet<number>> {
    const { marker } = this.observer
    const ids = async () => {
      const { items } = await this.all()
      return new Set(items.filter((item) => !isOfRun(item, marker)).map(({ id }) => id))
    }
    return foreign(this.observer.session, this.kind, ids)
  }

  /** Whether these calls made it, and it is there: others of the run are the business of those who made them. */
  isItsOwn(id: number): boolean {
    return this.#made.some((made) => made.id === id && made.isThere())
  }

  /** A full input like no other of this run. */
  input(): Promise<Fields> {
    return this.kind.input(this.observer.session)
  }

  /** Inputs that have in common what two records may have. */
  async inputs(count: number): Promise<Fields[]> {
    const inputs = await Promise.all(Array.from({ length: count }, () => this.input()))
    const { common } = this.kind
    return common === null || count === 1 || !(await this.#mayShare(common))
      ? inputs
      : inputs.map((input) => ({ ...input, [common]: inputs[0]?.[common] }))
  }

  /** Whether two records may have that in common, tried once a run: a server may want them to have names of their own. */
  #mayShare(common: string): Promise<boolean> {
    return sharing(this.observer.session, this.kind, () =>
      this.tidying(async () => {
        const { shown, input } = await this.create(await this.input())
        const other = { ...(await this.input()), [common]: input[common] }
        return shown === null || (await this.create(other)).shown !== null
      }),
    )
  }

  /** Sends a creation, of any body, and notes what it made, wanted or not. */
  async post(call: Call): Promise<Exchange> {
    const theirs = await this.theirs()
    const exchange = await this.observer.call(this.kind.operations.create, call)
    const shown = shownBy(this.kind, exchange)
    if (shown && !theirs.has(shown.id)) this.adopt(shown.id)
    return exchange
  }

  /** It is ours, and to be deleted. */
  adopt(id: number): void {
    this.observer.ledger.created(this.kind.many, id)
    this.#note(id)
  }

  async create(input: Fields): Promise<Creation> {
    const exchange = await this.post({ body: { [this.kind.one]: input } })
    return { input, shown: shownBy(this.kind, exchange), exchange }
  }

  /** A record of our own, until the check ends. */
  async makeOne(input?: Fields): Promise<OwnRecord> {
    const { shown, ...made } = await this.create(input ?? (await this.input()))
    if (!shown) this.observer.notExercised(`the server took no ${this.kind.one} of ours`)
    return { ...made, shown }
  }

  /** Records of our own, until the check ends. */
  async make<Count extends number>(count: Count): Promise<Several<Count>> {
    const own: OwnRecord[] = []
    for (const input of await this.inputs(count)) own.push(await this.makeOne(input))
    return own as Several<Count> // as many as there are inputs
  }

  /** Records of our own, until the check ends: as old as may be, which others of the run have left, or else new ones. */
  async own<Count extends number>(count: Count): Promise<Several<Count>> {
    const spare = this.#spares
    if (spare.length < count) return this.make(count)
    const own = spare.splice(0, count)
    for (const { shown } of own) this.#note(shown.id)
    return own as Several<Count> // as many as were there
  }

  /** Leaves records, just as they were made, to whoever wants some next. */
  leave(own: readonly OwnRecord[]): void {
    const left = own.filter(({ shown }) => this.isItsOwn(shown.id))
    for (const { shown } of left)
      this.#made.splice(
        this.#made.findIndex(({ id }) => id === shown.id),
        1,
      )
    this.#spares.push(...left)
  }

  /** Of this kind, in the order in which they were left. */
  get #spares(): OwnRecord[] {
    return spares(this.observer.session, this.kind, () => [])
  }

  read(id: Id): Promise<Exchange> {
    return this.observer.call(this.kind.operations.read, { params: { id } })
  }

  update(id: Id, input: Fields): Promise<Exchange> {
    return this.patch(id, { [this.kind.one]: input })
  }

  /** An update by any body. */
  patch(id: Id, body: unknown): Promise<Exchange> {
    return this.observer.call(this.kind.operations.update, { params: { id }, body })
  }

  async delete(id: Id): Promise<Exchange> {
    const exchange = await this.observer.call(this.kind.operations.delete, { params: { id } })
    if (isSuccess(exchange)) this.observer.ledger.deleted(this.kind.many, Number(id))
    return exchange
  }

  /** Deletes in the end what `act` made. */
  async tidying<T>(act: () => Promise<T>): Promise<T> {
    const before = this.#made.length
    try {
      return await act()
    } finally {
      const left = this.#made.splice(before).filter((made) => made.isThere())
      await atOnce(left, ({ id }) => this.delete(id))
    }
  }

  #note(id: number): void {
    this.#made.push(this.observer.ledger.watch(this.kind.many, id))
  }
}

/** What an observation does with records of a kind. */
export const observing =
  (kind: RecordKind, act: (calls: RecordCalls) => Promise<void>) => (observer: Observer) => {
    const calls = new RecordCalls(observer, kind)
    return calls.tidying(() => act(calls))
  }
