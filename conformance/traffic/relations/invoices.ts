import { isObject, isSuccess, member } from '../../server/client/exchange.ts'
import { FRESH_MS, type Fact } from '../store.ts'
import { keyOf } from '../timeline.ts'
import { relation, sight, type Seen } from './relation.ts'

const KEY = keyOf('invoice', '')

/** Invoices that were created a moment ago, and before this was asked: nothing of the API takes one away. */
function* created({ store, moment, timeline }: Seen): Generator<Fact> {
  if (!store.isOne) return
  for (const [key, fact] of store.facts) {
    const isOld = moment.ended_at - fact.ended_at > FRESH_MS || timeline.wasResetSince(fact)
    if (key.startsWith(KEY) && !isOld && fact.until < moment.since) yield fact
  }
}

const missing = ({ fields, passed: before }: Fact, got: string, { passed }: Seen) => ({
  message: `invoice ${String(fields['slug'])} is not found, though it was created here`,
  expected: `invoice ${String(fields['slug'])}`,
  got,
  exchanges: [before, passed],
})

/** What was created is readable by its slug. */
const readable = relation('an invoice that was created is read', ['readInvoice'], function* (seen) {
  const { passed, store } = seen
  const { status } = passed.response
  const isGone = status === 404 || status === 410
  if (!isGone && !isSuccess(passed)) return
  const known = store.facts.get(keyOf('invoice', passed.params['slug']))
  for (const fact of known ? created(seen) : [])
    if (fact === known) yield sight('create.persists', !isGone, () => missing(fact, String(status), seen))
})

/** Parameters that leave no invoice out. */
const OF_PAGES = ['page', 'per_page']

/** What was created stands in the list, and is found by its number, where the answer is all that there is. */
const found = relation(
  'an invoice that was created is found',
  ['listInvoices', 'searchInvoices'],
  function* (seen) {
    const { page, passed } = seen
    const { operation, query } = passed
    if (!page || page.ids.length !== page.meta.total) return
    const others = Object.keys(query).filter((name) => !OF_PAGES.includes(name))
    const isSearch = operation === 'searchInvoices'
    if (!isSearch && others.length > 0) return
    for (const fact of created(seen))
      if (!isSearch || fact.fields['number'] === query['q'])
        yield sight('create.persists', page.ids.includes(Number(fact.fields['id'])), () =>
          missing(fact, isSearch ? 'it is not found by its number' : 'it is not listed', seen),
        )
  },
)

/** Notes an invoice that a creation answers, once all have looked. */
export function noteInvoice({ passed, store, moment: { until, ended_at } }: Seen): void {
  const invoice = passed.operation === 'createInvoice' && isSuccess(passed) && member(passed, 'invoice')
  if (!isObject(invoice) || typeof invoice['id'] !== 'number') return
  const { id, slug, number } = invoice
  store.facts.set(keyOf('invoice', slug), {
    fields: { id, slug, number },
    passed,
    by: 'create',
    until,
    ended_at,
  })
}

/** What several answers show of invoices. */
export const INVOICES = [readable, found] as const
