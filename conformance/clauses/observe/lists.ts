import { instantOf } from '../../judge/watch/shape/values.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { records } from '../../server/store/inventory.ts'

/** Looks only: what lists do where the specification leaves it open. */
export const listObservations = check('list.envelope', {
  name: 'what lists do where it is open',
  async run(law) {
    const { items } = await law.store.invoices()
    await observeUnknownValue(law, items)
    await observeOrder(law)
    await observeUnknownPath(law)
    await observeMatch(law, items)
  },
})

const totalOf = (exchange: Exchange) => (member(exchange, 'meta') as { total?: number } | undefined)?.total

async function observeUnknownValue(law: Law, items: readonly InvoiceSummary[]): Promise<void> {
  const exchange = await law.call('listInvoices', {
    query: { financial_status: 'no_such_status' },
    odd: true,
  })
  const total = totalOf(exchange)
  const answer = !isSuccess(exchange) ? 'rejected' : total === 0 ? 'nothing_matches' : 'ignored'
  if (items.length > 0) law.observe('filters.unknown_value', answer, exchange)
}

async function observeOrder(law: Law): Promise<void> {
  const exchange = await law.call('listInvoices', { query: { per_page: 250 } })
  const shown = records<InvoiceSummary>(exchange, 'invoices')
  const times = shown.map(({ created_at }) => instantOf(created_at))
  const sorted = (compare: (a: number, b: number) => boolean) =>
    times.every((time, index) => index === 0 || compare(times[index - 1]!, time))
  if (new Set(times).size < 2) return
  const order = sorted((a, b) => a >= b)
    ? 'newest_first'
    : sorted((a, b) => a <= b)
      ? 'oldest_first'
      : byName(shown)
        ? 'name'
        : 'other'
  law.observe('list.order', order, exchange)
}

const byName = (shown: readonly InvoiceSummary[]) =>
  shown.every(({ customer_name }, index) => index === 0 || shown[index - 1]!.customer_name <= customer_name)

async function observeUnknownPath(law: Law): Promise<void> {
  const exchange = await law.session.client.get('/no_such_resource')
  const known = law.is('not-found', exchange)
  law.observe('http.unknown_path', known ? 'not-found' : exchange.response.status, exchange)
}

/** How a search text matches: parts, beginnings, whole words or whole values; letter case; accents. */
async function observeMatch(law: Law, items: readonly InvoiceSummary[]): Promise<void> {
  const named = items.find(({ customer_name }) => /^[A-Za-z]{4,} [A-Za-z]{4,}$/.test(customer_name ?? ''))
  if (!named) return
  const [word] = named.customer_name.split(' ') as [string]
  const exchanges: Exchange[] = []
  const finds = async (q: string) => {
    const exchange = await law.call('searchInvoices', { query: { q, per_page: 250 } })
    exchanges.push(exchange)
    return records<InvoiceSummary>(exchange, 'invoices').some(({ slug }) => slug === named.slug)
  }
  const unit = (await finds(word.slice(1, -1)))
    ? 'substring'
    : (await finds(word.slice(0, -1)))
      ? 'prefix'
      : (await finds(word))
        ? 'words'
        : 'whole'
  const text = unit === 'whole' ? named.customer_name : word
  const swapped = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
  const letterCase = (await finds(unit === 'substring' ? swapped.slice(1, -1) : swapped)) ? 'folded' : 'exact'
  const accents = await foldsAccents(law, items, exchanges)
  law.observe('search.match', { unit, case: letterCase, accents: accents ? 'folded' : 'exact' }, ...exchanges)
}

/** The text without its accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{Diacritic}/gu, '')

async function foldsAccents(
  law: Law,
  items: readonly InvoiceSummary[],
  exchanges: Exchange[],
): Promise<boolean> {
  const accented = items.find(
    ({ customer_name }) =>
      customer_name && plain(customer_name) !== customer_name && /^[A-Za-z\s]+$/.test(plain(customer_name)),
  )
  if (!accented) return false
  const exchange = await law.call('searchInvoices', {
    query: { q: plain(accented.customer_name), per_page: 250 },
  })
  exchanges.push(exchange)
  return records<InvoiceSummary>(exchange, 'invoices').some(({ slug }) => slug === accented.slug)
}
