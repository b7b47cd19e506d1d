import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { lastSeen } from '../../server/activity/last-seen.ts'
import { isEdited } from '../edits/edited.ts'
import { judgeAgrees, readAgain, shownBy } from '../same-invoice.ts'
import { spread } from '../sampled.ts'
import { isSearchable } from '../search-texts.ts'
import { judgeFound } from '../search/by-field.ts'

const MOST = 16
const MOST_SEARCHES = 4

/**
 * create.persists, a whole run later: what was created first is still there, as it was seen last. What a regeneration
 * brought of an edited order is regenerate.resyncs.
 */
export const later = check(['create.persists', 'regenerate.resyncs'], {
  when: 'last',
  name: 'created invoices at the end of the run',
  needs: ['orders'],
  async run(law) {
    const own = [...law.session.orderOf.keys()]
    if (own.length === 0) law.notExercised('no order is left to invoice')
    const some = spread(own, MOST)
    const resynced = some.filter((slug) => isResynced(law, slug))
    const others = some.filter((slug) => !resynced.includes(slug))
    await atOnce(others, (slug) => judgeAsSeen(law, slug))
    await judgeListed(law, own)
    await atOnce(spread(some, MOST_SEARCHES), (slug) => judgeSearched(law, slug))
    await atOnce(resynced, (slug) => judgeAsSeen(law.of('regenerate.resyncs'), slug))
  },
})

const isResynced = (law: Law, slug: string): boolean =>
  lastSeen(law.session).regenerated.has(slug) && isEdited(law, slug)

/** So long it may take, unless it was regenerated. */
const FOLLOWING_MS = 5000

/** Whether an invoice follows an edit of its order by itself is open (question invoice.auto_sync). */
async function judgeAsSeen(law: Law, slug: string): Promise<void> {
  const seen = lastSeen(law.session).invoices.get(slug)
  const order = law.session.orderOf.get(slug) ?? ''
  const margin_ms = isResynced(law, slug) ? 0 : FOLLOWING_MS
  if (!seen || law.platform.editedSince(order, seen.started_at - margin_ms)) return
  judgeAgrees(law, shownBy(law, seen), await readAgain(law, { slug }), {
    message: 'the invoice is read otherwise than it was seen last',
    but: ['updated_at'],
  })
}

async function judgeListed(law: Law, own: readonly string[]): Promise<void> {
  law.store.forgetAll()
  const { items, complete, exchanges } = await law.store.invoices()
  if (!complete) return
  const listed = new Set(items.map(({ slug }) => slug))
  const missing = own.filter((slug) => !listed.has(slug))
  law.judge(missing.length === 0, {
    message: 'the list at the end of the run',
    expected: `all ${own.length} invoices that were created`,
    got: `without ${missing.slice(0, 5).join(', ')}`,
    exchanges: exchanges.slice(-1),
  })
}

async function judgeSearched(law: Law, slug: string): Promise<void> {
  const { invoice } = await readAgain(law, { slug })
  if (isSearchable(invoice.number)) await judgeFound(law, invoice, invoice.number)
}
