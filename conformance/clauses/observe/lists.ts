import type { InvoiceSummary } from '../../../schemas/types.ts'
import { observation, type Observation } from '../../judge/check.ts'
import type { Observer } from '../../judge/observer.ts'
import { instantOf } from '../../judge/watch/shape/values.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { records } from '../../server/store/inventory.ts'

const unknownValue = observation(['filters.unknown_value'], {
  name: 'a filter value outside its set',
  async run(observer: Observer) {
    const { items } = await observer.store.invoices()
    if (items.length === 0) observer.notExercised('the store has no invoice')
    const query = { financial_status: 'no_such_status' }
    const exchange = await observer.call('listInvoices', { query, odd: true })
    const meta = member(exchange, 'meta')
    const nothing = isObject(meta) && meta['total'] === 0
    const answer = !isSuccess(exchange) ? 'rejected' : nothing ? 'nothing_matches' : 'ignored'
    observer.observe('filters.unknown_value', answer, exchange)
  },
})

const order = observation(['list.order'], {
  name: 'the order of the invoice list',
  async run(observer: Observer) {
    const exchange = await observer.call('listInvoices', { query: { per_page: 250 } })
    const shown = records<InvoiceSummary>(exchange, 'invoices')
    if (new Set(shown.map(createdAt)).size < 2)
      observer.notExercised('no two invoices were created at different times')
    observer.observe('list.order', orderOf(shown), exchange)
  },
})

const createdAt = ({ created_at }: InvoiceSummary) => instantOf(created_at)

function orderOf(shown: readonly InvoiceSummary[]): AnswerTo<'list.order'> {
  const isSorted = (comesFirst: (a: InvoiceSummary, b: InvoiceSummary) => boolean) =>
    shown.every(
      (one, index) => index === 0 || shown.slice(index - 1, index).every((before) => comesFirst(before, one)),
    )
  if (isSorted((a, b) => createdAt(a) >= createdAt(b))) return 'newest_first'
  if (isSorted((a, b) => createdAt(a) <= createdAt(b))) return 'oldest_first'
  return isSorted((a, b) => a.customer_name <= b.customer_name) ? 'name' : 'other'
}

const unknownPath = observation(['http.unknown_path'], {
  name: 'a path that no operation has',
  async run(observer: Observer) {
    const exchange = await observer.get('/no_such_resource')
    const isKnown = observer.is('not-found', exchange)
    observer.observe('http.unknown_path', isKnown ? 'not-found' : exchange.response.status, exchange)
  },
})

/** How a search text matches: parts, beginnings, whole words or whole values; letter case; accents. */
const match = observation(['search.match'], {
  name: 'how a search text matches',
  async run(observer: Observer) {
    const { items } = await observer.store.invoices()
    const named = items.find(({ customer_name }) => TWO_WORDS.test(customer_name ?? ''))
    if (!named) observer.notExercised('no customer of an invoice has a plain name of two words')
    const search = new Search(observer)
    const [word = ''] = named.customer_name.split(' ')
    const unit = await unitOf(search, word, named)
    const text = { substring: word.slice(1, -1), prefix: word, words: word, whole: named.customer_name }[unit]
    const folds = await search.finds(swapped(text), named)
    const accented = items.find(({ customer_name }) => isAccented(customer_name ?? ''))
    const plain = accented && (await search.finds(withoutAccents(accented.customer_name), accented))
    const answer = { unit, case: folds ? 'folded' : 'exact', accents: plain ? 'folded' : 'exact' } as const
    observer.observe('search.match', answer, ...search.exchanges)
  },
})

const TWO_WORDS = /^[A-Za-z]{4,} [A-Za-z]{4,}$/

/** Searches, and what they were answered. */
class Search {
  readonly exchanges: Exchange[] = []
  readonly #observer: Observer

  constructor(observer: Observer) {
    this.#observer = observer
  }

  /** Whether the text finds the invoice. */
  async finds(q: string, { slug }: InvoiceSummary): Promise<boolean> {
    const exchange = await this.#observer.call('searchInvoices', { query: { q, per_page: 250 } })
    this.exchanges.push(exchange)
    return records<InvoiceSummary>(exchange, 'invoices').some((one) => one.slug === slug)
  }
}

/** The smallest part of a name that finds it. */
async function unitOf(search: Search, word: string, named: InvoiceSummary) {
  if (await search.finds(word.slice(1, -1), named)) return 'substring'
  if (await search.finds(word.slice(0, -1), named)) return 'prefix'
  return (await search.finds(word, named)) ? 'words' : 'whole'
}

const swapped = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase())
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{Diacritic}/gu, '')
const isAccented = (name: string) =>
  name !== withoutAccents(name) && /^[A-Za-z\s]+$/.test(withoutAccents(name))

/** What lists and searches do where the specification leaves it open. */
export const listObservations: readonly Observation[] = [unknownValue, order, unknownPath, match]
