import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import { atOnce } from '../../judge/at-once.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, isSuccess, member, type Exchange, type KeyName } from '../../server/client/exchange.ts'
import { countIn } from '../bulk/invoices.ts'
import { hasDocument } from '../documented.ts'
import { isSearchable } from '../search-texts.ts'
import { belongsTo, type Direction, DIRECTIONS, foreignOne, isGivenSince, unknownBeside } from './foreign.ts'
import { judgeInvoices } from './stranger-attempts.ts'

const SAMPLE = 4

/** Neither listed, found, read, changed nor sent by the other store's key. */
export const invoicesOfAnother = check('auth.scope-invoices', {
  name: "another store's invoices",
  async run(law) {
    let seen = 0
    for (const direction of DIRECTIONS) {
      const { items } = await law.storeOf(direction.owner).invoices()
      await judgeLists(law, items, direction)
      await judgeInvoices(law, sample(items), direction)
      seen += items.length
    }
    if (seen === 0) law.notExercised('neither store has an invoice')
  },
})

const sample = <T>(items: readonly T[]): T[] => [
  ...new Set([...items.slice(0, SAMPLE / 2), ...items.slice(-SAMPLE / 2)]),
]

async function judgeLists(
  law: Law,
  items: readonly InvoiceSummary[],
  { owner, stranger }: Direction,
): Promise<void> {
  const foreign = new Set(items.map(({ slug }) => slug))
  const listed = await law.storeOf(stranger).invoices()
  judgeNoneOf(law, owner, foreign, listed.items, listed.exchanges)
  const texts = sample(items).flatMap(({ number, customer_email, customer_name }, index) =>
    [number, customer_email, customer_name].filter(isSearchable).map((q) => ({ q, isFirst: index === 0 })),
  )
  texts.push(...(await countriesOf(law, sample(items), owner)).map((q) => ({ q, isFirst: false })))
  await atOnce(texts, async ({ q, isFirst }) => {
    // Right after the owner has searched the same.
    if (isFirst) await law.walk('searchInvoices', { query: { q }, key: owner })
    const found = await law.walk('searchInvoices', { query: { q }, key: stranger })
    judgeNoneOf(law, owner, foreign, found.items, found.exchanges)
  })
}

/** The countries that an invoice's addresses show, of the first that shows any. */
async function countriesOf(law: Law, items: readonly InvoiceSummary[], key: KeyName): Promise<string[]> {
  for (const { slug } of items) {
    const invoice = member(await law.call('readInvoice', { params: { slug }, key }), 'invoice')
    const { billing_address, shipping_address } = isObject(invoice) ? invoice : {}
    const countries = [billing_address, shipping_address].map((one) => isObject(one) && one['country'])
    const shown = [...new Set(countries)].filter(isSearchable)
    if (shown.length > 0) return shown
  }
  return []
}

function judgeNoneOf(
  law: Law,
  owner: KeyName,
  foreign: ReadonlySet<string>,
  shown: readonly InvoiceSummary[],
  exchanges: readonly Exchange[],
): void {
  const leak = shown.find(({ slug }) => foreign.has(slug))
  law.judge(leak === undefined, {
    message: belongsTo(owner, `invoice ${leak?.number}`),
    expected: 'no invoice of another store',
    got: `invoice ${leak?.number} (${leak?.slug})`,
    exchanges: exchanges.slice(0, 2),
  })
}

/** An order that one store has invoiced never answers with that invoice to another. */
export const ordersOfAnother = check('auth.scope-invoices', {
  name: 'an order of another store',
  shows: ['platform.orders_of_other_stores'],
  needs: ['other_store_key', 'orders'],
  async run(law) {
    const slugs = new Set((await law.store.invoices()).items.map(({ slug }) => slug))
    const { order_ids, draft_order_ids } = law.target
    const orders = [
      ...order_ids.slice(0, 3).map((order_id) => ({ order_id })),
      ...draft_order_ids.slice(0, 2).map((order_id) => ({ order_id, draft: true })),
    ]
    for (const body of orders) {
      const own = await law.call('createInvoice', { body })
      const theirs = await law.call('createInvoice', { body, key: 'other_store' })
      const slug = slugOf(theirs)
      law.judge(slug === null || (slug !== slugOf(own) && !slugs.has(slug)), {
        message: belongsTo('api', `invoice ${slug}`),
        expected: "a refusal, or an invoice of the other store's own",
        exchanges: [own, theirs],
      })
      if (!('draft' in body))
        law.observe('platform.orders_of_other_stores', slug === null ? 'unprocessable' : 'known', theirs)
    }
  },
})

function slugOf(exchange: Exchange): string | null {
  const invoice = member(exchange, 'invoice')
  return isSuccess(exchange) && isObject(invoice) ? String(invoice['slug']) : null
}

/** Another store's invoice id is answered as an id that nobody has. */
export const bulkOfAnother = check('auth.scope-invoices', {
  name: "bulk_pdf with another store's invoice",
  needs: ['other_store_key', 'bulk'],
  async run(law: Law) {
    const foreign = await foreignOne(law, (store) => store.invoices())
    if (!foreign) law.notExercised('the other store has no invoice whose id is its own')
    const nobodys = await unknownBeside(law, (store) => store.invoices(), foreign.id)
    await judgeAmongOwn(law, nobodys, foreign.id)
    const first = await bulk(law, nobodys)
    const theirs = await bulkUntil(law, foreign.id, (exchange) => outcome(first) === outcome(exchange))
    // Somebody else's action may have been in progress at the first of them.
    const isDoubtful = outcome(first) !== outcome(theirs) && law.turns.mayBeConflict(first)
    const unknown = isDoubtful
      ? await bulkUntil(law, nobodys, (exchange) => outcome(theirs) === outcome(exchange))
      : first
    if (!isSuccess(theirs) && law.turns.mayBeConflict(theirs) && !law.is('unprocessable', theirs))
      law.notExercised('a bulk action stayed in progress for as long as the target is patient')
    const isAlike = outcome(unknown) === outcome(theirs)
    if (!isAlike && (await isInvoiceSince(law, [nobodys, foreign.id])))
      return law.missing('an invoice that was made meanwhile got the id')
    law.judge(isAlike, {
      expected: `what an unknown id is answered: ${unknown.response.status} ${unknown.response.text.slice(0, 200)}`,
      exchanges: [unknown, theirs],
    })
  },
})

const isInvoiceSince = (law: Law, ids: readonly number[]): Promise<boolean> =>
  isGivenSince(law, (store) => store.invoices(), ids)

/** Beside an id of our own: where one that nobody has makes the request unprocessable, so does another store's. */
async function judgeAmongOwn(law: Law, unknown: number, foreign: number): Promise<void> {
  const own = (await law.store.invoices()).items.find(hasDocument)
  if (!own) return
  await law.settled(async () => {
    const refused = await bulk(law, own.id, unknown)
    if (!isOfInput(law, refused)) return 'unseen'
    const theirs = await bulk(law, own.id, foreign)
    if (!isSuccess(theirs)) return null
    if (await isInvoiceSince(law, [unknown, foreign])) return 'unseen'
    return {
      message: 'both beside an id of the store itself',
      expected: "for another store's id what an unknown one is answered: unprocessable",
      exchanges: [refused, theirs],
    }
  })
}

/** Refused for what it says, and not because an action is in progress. */
const isOfInput = (law: Law, exchange: Exchange): boolean =>
  law.is('unprocessable', exchange) && (law.turns.hasHook || !law.turns.mayBeConflict(exchange))

async function bulk(law: Law, ...invoice_ids: number[]): Promise<Exchange> {
  const exchange = await law.call('bulkPdf', { body: { invoice_ids } })
  if (isSuccess(exchange) && law.platform.has('finish_bulk')) await law.platform.finishBulk()
  return exchange
}

/** Tries again while an earlier action may still be in progress. */
async function bulkUntil(law: Law, id: number, done: (exchange: Exchange) => boolean): Promise<Exchange> {
  const end = Date.now() + law.target.patience_ms
  for (;;) {
    const exchange = await bulk(law, id)
    if (done(exchange) || Date.now() > end) return exchange
    await law.pause(250)
  }
}

/** Success with its count, or the status of the refusal. */
const outcome = (exchange: Exchange): string =>
  isSuccess(exchange) ? `accepted ${String(countIn(exchange))}` : String(exchange.response.status)
