import { check } from '../../judge/check.ts'
import { WHOLE_STORE } from '../../judge/touches.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { instantOf } from '../../server/instants.ts'
import { firstCreations } from '../create/first-invoices.ts'
import { puttingBack, remember, updateSettings } from '../settings/change.ts'
import { mayChange } from '../settings/fields.ts'
import { lookAround, movesBetween, type Closely, type Move, type Sights, type Write } from './sights.ts'
import { creationsBeside, writesBeside } from './writes-beside.ts'

/** A change that looks like somebody else's must come again with the same write. */
const TRIES = 3

/** model.sequences: each write, in turn, does what it says, and leaves all else as it was. */
export const beside = check('model.sequences', {
  name: 'what each write leaves alone',
  touches: WHOLE_STORE,
  async run(law) {
    for (const write of creationsBeside(law)) {
      const before = await chosen(law, undefined)
      await judgeWrite(law, write, await lookAround(law, before), before)
    }
    const [own] = await firstCreations(law)
    const closely = await chosen(law, own?.invoice.slug)
    let sights = await lookAround(law, closely)
    await puttingBack(law, async () => {
      for await (const write of writesBeside(law, own ?? null))
        sights = await judgeWrite(law, write, sights, closely)
    })
    // An action that goes on may move what others look at.
    await law.turns.idle()
  },
})

/** The oldest and the newest invoice, one of the run's own, and the oldest customer. */
async function chosen(law: Law, own: string | undefined): Promise<Closely> {
  const { items } = await law.store.invoices()
  const sorted = items.toSorted((a, b) => instantOf(a.created_at) - instantOf(b.created_at) || a.id - b.id)
  const slugs = [sorted[0]?.slug, sorted.at(-1)?.slug, own]
  const [customer] = (await law.store.customers()).items.toSorted((a, b) => a.id - b.id)
  return {
    invoices: [...new Set(slugs.filter((slug) => slug !== undefined))],
    customers: customer ? [customer.id] : [],
  }
}

/** Performs the write until what it moved is surely its doing, or nobody's; answers what is seen then. */
async function judgeWrite(law: Law, write: Write, before: Sights, closely: Closely): Promise<Sights> {
  let suspects: readonly Move[] = []
  let seen = before
  for (let tried = 1; ; tried++) {
    const begun = performance.now()
    const done = await write.perform()
    const after = await lookAround(law, closely)
    if (!done || !isSuccess(done)) return after
    const moves = movesBetween(seen, after, write.free)
    const again = tried === 1 ? moves : moves.filter((move) => suspects.some((one) => isLike(one, move)))
    if (again.length === 0) {
      law.pass()
      return after
    }
    const [sure] = again.filter(({ isUnsaid }) => isUnsaid && !law.session.hasCompany)
    const taken = performance.now() - begun
    const found = sure || tried >= TRIES ? violation(law, done, sure ?? again[0], [seen, after]) : null
    await takeBack(law, again).catch((error: unknown) => {
      throw found ?? error
    })
    if (found) throw found
    const watched = await watch(law, closely, Math.max(WATCHED_MS, AS_LONG * taken))
    // What moves without a write of ours is moved by others.
    const theirs = watched.slice(1).flatMap((now, at) => movesBetween(watched[at] ?? now, now, write.free))
    suspects = again.filter((move) => !theirs.some((one) => isLike(one, move)))
    seen = watched.at(-1) ?? after
    if (suspects.length === 0) return seen
  }
}

/** What others move so often that it met a write by chance is watched so many times as long as that took. */
const AS_LONG = 3

/** And at least so long: others may write a few times a second, in step with our tries. */
const WATCHED_MS = 300

/** Looks twice at least, and as long as that, with no write of ours. */
async function watch(law: Law, closely: Closely, milliseconds: number): Promise<Sights[]> {
  const end = performance.now() + milliseconds
  const watched = [await lookAround(law, closely)]
  do watched.push(await lookAround(law, closely))
  while (performance.now() < end)
  return watched
}

/** The same field of a thing of the same kind. */
const isLike = (one: Move, other: Move): boolean =>
  one.field === other.field && one.thing.split(' ')[0] === other.thing.split(' ')[0]

/**
 * What does not tell whether somebody else moved it is put back, so that the write can move it again: settings that may be
 * changed, and invoices that the run has just made. The next number is none of them, as somebody may have made the invoice
 * that has the one before.
 */
async function takeBack(law: Law, moves: readonly Move[]): Promise<void> {
  const settings = moves.filter(
    ({ thing, field, was }) => thing === 'settings' && mayChange(law, field) && was !== undefined,
  )
  const before = Object.fromEntries(settings.map(({ field, was }) => [field, was]))
  if (settings.length > 0) {
    remember(law, before, Object.keys(before))
    await updateSettings(law, before)
  }
  if (!law.permits('regenerateInvoice')) return
  const slugs = new Set(moves.map(({ thing }) => thing.split(' ')[1] ?? ''))
  for (const slug of slugs)
    if (law.ledger.hasInvoiced(slug)) await law.call('regenerateInvoice', { params: { slug } })
}

function violation(law: Law, write: Exchange, move: Move | undefined, sights: readonly Sights[]) {
  const { thing = '', field = '', was, is } = move ?? {}
  const name = thing.replace(' by itself', '')
  return law.violation({
    field: `${thing.split(' ')[0]}.${field}`,
    message: `${write.operation} changed ${field} of ${name}, which it has nothing to do with`,
    expected: `${field} ${JSON.stringify(was)?.slice(0, 300)}, as before`,
    got: JSON.stringify(is)?.slice(0, 300) ?? 'nothing',
    exchanges: [
      write,
      ...sights.flatMap(({ exchanges }) => exchanges.filter(showing(name, thing)).slice(0, 1)),
    ],
  })
}

const showing = (name: string, thing: string) => (exchange: Exchange) =>
  thing === 'settings'
    ? exchange.operation === 'readSettings'
    : exchange.response.text.includes(name.split(' ')[1] ?? '') &&
      exchange.operation?.toLowerCase().includes(name.split(' ')[0] ?? '') === true
