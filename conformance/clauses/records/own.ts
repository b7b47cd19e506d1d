import type { Exchange } from '../../server/client/exchange.ts'
import { isObject, isSuccess, member } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { Session } from '../../server/session.ts'
import { deleteOwn } from '../../server/store/own-records.ts'
import { perRun } from '../../server/per-run.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'

/** A record of our own: what was sent, what was answered, and by which exchange. */
export interface OwnRecord {
  input: Fields
  shown: Shown
  exchange: Exchange
}

const foreign = perRun<RecordKind, Promise<ReadonlySet<number>>>()

/** Ids of records that were there before ours: whatever a server answers, they are never deleted. */
export function foreignIds(session: Session, kind: RecordKind): Promise<ReadonlySet<number>> {
  return foreign(session, kind, async () => new Set((await kind.all(session)).items.map(({ id }) => id)))
}

/** The record that a write answered with, null when there is none. */
export function shownBy(kind: RecordKind, exchange: Exchange): Shown | null {
  const shown = member(exchange, kind.one)
  return isSuccess(exchange) && isObject(shown) && typeof shown['id'] === 'number' ? (shown as Shown) : null
}

/** Sends a creation and notes what it made; `shown` is null when it made nothing. */
export async function create(
  law: Law,
  kind: RecordKind,
  input: Fields,
): Promise<Omit<OwnRecord, 'shown'> & { shown: Shown | null }> {
  const theirs = await foreignIds(law.session, kind)
  const exchange = await law.call(kind.operations.create, { body: { [kind.one]: input } })
  const shown = shownBy(kind, exchange)
  if (shown && !theirs.has(shown.id)) law.ledger.created(kind.many, shown.id)
  return { input, shown, exchange }
}

/** Updates a record. */
export function update(law: Law, kind: RecordKind, id: number | string, input: Fields): Promise<Exchange> {
  return law.call(kind.operations.update, { params: { id }, body: { [kind.one]: input } })
}

/** Reads a record. */
export function read(law: Law, kind: RecordKind, id: number | string): Promise<Exchange> {
  return law.call(kind.operations.read, { params: { id } })
}

/** Some records of our own for as long as `act` takes. */
export async function withOwn(
  law: Law,
  kind: RecordKind,
  inputs: number | readonly Fields[],
  act: (own: OwnRecord[]) => Promise<void>,
): Promise<void> {
  const own: OwnRecord[] = []
  try {
    for (const input of typeof inputs === 'number' ? await inputsOf(law, kind, inputs) : inputs) {
      const { shown, exchange } = await create(law, kind, input)
      if (!shown) law.notExercised(`the server took no ${kind.one} of ours`)
      own.push({ input, shown, exchange })
    }
    await act(own)
  } finally {
    await drop(law, kind, own)
  }
}

/** Inputs that have in common what two records may have. */
export async function inputsOf({ session }: Law, kind: RecordKind, count: number): Promise<Fields[]> {
  const inputs = await Promise.all(Array.from({ length: count }, () => kind.input(session)))
  const { common } = kind
  return common === null ? inputs : inputs.map((input) => ({ ...input, [common]: inputs[0]?.[common] }))
}

/** Deletes those of them that are still there. */
export async function drop(
  { session }: Law,
  kind: RecordKind,
  own: readonly { shown: Shown | null }[],
): Promise<void> {
  const ids = own.flatMap(({ shown }) => (shown ? [shown.id] : []))
  const left = ids.filter((id) => session.ledger.entries[kind.many].includes(id))
  for (let at = 0; at < left.length; at += AT_ONCE)
    await Promise.all(left.slice(at, at + AT_ONCE).map((id) => deleteOwn(session, kind.many, id)))
}

/** Requests that are under way at the same time. */
export const AT_ONCE = 8
