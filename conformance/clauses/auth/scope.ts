import { setTimeout as sleep } from 'node:timers/promises'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange, type KeyName } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'
import { bulkTurns } from '../../server/store/bulk-turns.ts'
import { Inventory, walk } from '../../server/store/inventory.ts'
import { isSearchable } from '../search/search-texts.ts'
import { judgeInvoices } from './stranger-attempts.ts'

const CLAUSE = 'auth.scope-invoices'
const SAMPLE = 6

/** The two directions in which one store may not look into the other. */
export const DIRECTIONS: readonly { owner: KeyName; stranger: KeyName }[] = [
  { owner: 'api', stranger: 'other_store' },
  { owner: 'other_store', stranger: 'api' },
]

/** auth.scope-invoices: neither listed, found, read, changed nor sent by the other store's key. */
const invoices: Check = {
  name: "another store's invoices",
  clauses: [CLAUSE],
  async run(trial: Trial) {
    let seen = 0
    for (const { owner, stranger } of DIRECTIONS) {
      const { items } = await new Inventory(trial.session.client, owner).invoices()
      await judgeLists(trial, items, stranger)
      await judgeInvoices(trial, sample(items), owner, stranger)
      seen += items.length
    }
    if (seen === 0) trial.notExercised('neither store has an invoice')
  },
}

const sample = <T>(items: readonly T[]): T[] => [
  ...new Set([...items.slice(0, SAMPLE / 2), ...items.slice(-SAMPLE / 2)]),
]

async function judgeLists(trial: Trial, items: readonly InvoiceSummary[], stranger: KeyName): Promise<void> {
  const foreign = new Set(items.map(({ slug }) => slug))
  const { items: listed, exchanges } = await new Inventory(trial.session.client, stranger).invoices()
  judgeNoneOf(trial, foreign, listed, exchanges)
  for (const invoice of sample(items)) {
    for (const q of [invoice.number, invoice.customer_email, invoice.customer_name].filter(isSearchable)) {
      const found = await walk<InvoiceSummary>(
        trial.session.client,
        'searchInvoices',
        'invoices',
        { q },
        stranger,
      )
      judgeNoneOf(trial, foreign, found.items, found.exchanges)
    }
  }
}

function judgeNoneOf(
  trial: Trial,
  foreign: ReadonlySet<string>,
  shown: readonly InvoiceSummary[],
  exchanges: readonly Exchange[],
): void {
  const leak = shown.find(({ slug }) => foreign.has(slug))
  trial.judge(CLAUSE, leak === undefined, {
    expected: 'no invoice of another store',
    got: `invoice ${leak?.slug} of another store`,
    exchanges: exchanges.slice(0, 2),
  })
}

/** auth.scope-invoices, creation: an order that one store has invoiced never answers with that invoice to another. */
const creation: Check = {
  name: 'an order of another store',
  clauses: [CLAUSE],
  needs: ['other_store_key', 'orders'],
  async run(trial: Trial) {
    const { items } = await trial.session.inventory.invoices()
    const slugs = new Set(items.map(({ slug }) => slug))
    for (const order_id of trial.session.target.order_ids.slice(0, 3)) {
      const own = await trial.call('createInvoice', { body: { order_id } })
      const theirs = await trial.call('createInvoice', { body: { order_id }, key: 'other_store' })
      const slug = slugOf(theirs)
      trial.judge(CLAUSE, slug === null || (slug !== slugOf(own) && !slugs.has(slug)), {
        expected: "a refusal, or an invoice of the other store's own",
        exchanges: [own, theirs],
      })
      trial.session.observations.observe(
        'platform.orders_of_other_stores',
        slug === null ? 'unprocessable' : 'known',
        theirs,
      )
    }
  },
}

function slugOf(exchange: Exchange): string | null {
  const invoice = member(exchange, 'invoice')
  return isSuccess(exchange) && isObject(invoice) ? String(invoice['slug']) : null
}

/** auth.scope-invoices, bulk: another store's invoice id is answered as an id that nobody has. */
const bulkScope: Check = {
  name: "bulk_pdf with another store's invoice",
  clauses: [CLAUSE],
  needs: ['other_store_key', 'bulk'],
  async run(trial: Trial) {
    const mine = new Set((await trial.session.inventory.invoices()).items.map(({ id }) => id))
    const foreign = (await new Inventory(trial.session.client, 'other_store').invoices()).items.find(
      ({ id }) => !mine.has(id),
    )
    if (!foreign) trial.notExercised('the other store has no invoice whose id is its own')
    const unknown = await bulk(trial, UNLIKELY_ID)
    const theirs = await bulkUntil(trial, foreign.id, (exchange) => outcome(unknown) === outcome(exchange))
    if (
      !isSuccess(theirs) &&
      bulkTurns(trial.session).mayBeConflict(theirs) &&
      !trial.session.kinds.is('unprocessable', theirs)
    )
      trial.notExercised('a bulk action stayed in progress for as long as the target is patient')
    trial.judge(CLAUSE, outcome(unknown) === outcome(theirs), {
      expected: `what an unknown id is answered: ${unknown.response.status} ${unknown.response.text.slice(0, 200)}`,
      exchanges: [unknown, theirs],
    })
  },
}

async function bulk(trial: Trial, id: number): Promise<Exchange> {
  const exchange = await trial.call('bulkPdf', { body: { invoice_ids: [id] } })
  if (isSuccess(exchange) && trial.session.platform.has('finish_bulk'))
    await trial.session.platform.finishBulk()
  return exchange
}

/** Tries again while an earlier action may still be in progress. */
async function bulkUntil(trial: Trial, id: number, done: (exchange: Exchange) => boolean): Promise<Exchange> {
  const end = Date.now() + trial.session.target.patience_ms
  for (;;) {
    const exchange = await bulk(trial, id)
    if (done(exchange) || Date.now() > end) return exchange
    await sleep(250)
  }
}

/** Success with its count, or the status of the refusal. */
function outcome(exchange: Exchange): string {
  const action = member(exchange, 'bulk_action')
  return isSuccess(exchange)
    ? `accepted ${isObject(action) ? String(action['total_count']) : ''}`
    : String(exchange.response.status)
}

export const invoiceScope: readonly Check[] = [invoices, creation, bulkScope]
