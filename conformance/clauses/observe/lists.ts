import type { Dialect } from '../../../schemas/dialect.ts'
import { keysOf } from '../../../schemas/tables.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { observation, type Observation } from '../../judge/check.ts'
import type { Observer } from '../../judge/observer.ts'
import { instantOf } from '../../judge/watch/shape/values.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { records } from '../../server/store/inventory.ts'
import { unheardWord } from '../search-texts.ts'

const unknownValue = observation(['filters.unknown_value'], {
  name: 'a filter value outside its set',
  permissions: ['hostile-input'],
  async run(observer: Observer) {
    const { items } = await observer.store.invoices()
    if (items.length === 0) observer.noInvoice()
    const query = { financial_status: 'no_such_status' }
    const exchange = await observer.call('listInvoices', { query, odd: true })
    const meta = member(exchange, 'meta')
    const nothing = isObject(meta) && meta['total'] === 0
    const answer = !isSuccess(exchange) ? 'rejected' : nothing ? 'nothing_matches' : 'ignored'
    observer.observe('filters.unknown_value', answer, exchange)
  },
})

/** Paging that is out of range, on the list and on search: refused, clamped, or the default in its place. */
const outOfRange = observation(['pagination.out_of_range', 'pagination.search_out_of_range'], {
  name: 'a page of more than there may be',
  async run(observer: Observer) {
    const query = { per_page: 1000 }
    const list = await observer.call('listInvoices', { query })
    observer.observe('pagination.out_of_range', rangeRule(list), list)
    const search = await observer.call('searchInvoices', { query: { ...query, q: observer.marker } })
    observer.observe('pagination.search_out_of_range', rangeRule(search), search)
  },
})

function rangeRule(exchange: Exchange): 'rejected' | 'defaults' | 'clamped' {
  if (!isSuccess(exchange)) return 'rejected'
  const meta = member(exchange, 'meta')
  return isObject(meta) && meta['per_page'] === 25 ? 'defaults' : 'clamped'
}

const emptyPages = observation(['meta.empty_total_pages'], {
  name: 'the pages of nothing',
  async run(observer: Observer) {
    const query = { q: unheardWord(observer.seedOf('nothing')) }
    const exchange = await observer.call('searchInvoices', { query })
    const meta = member(exchange, 'meta')
    if (!isObject(meta) || meta['total'] !== 0) observer.notExercised('a search for no word found something')
    const pages = ([0, 1] as const).find((one) => one === meta['total_pages'])
    if (pages !== undefined) observer.observe('meta.empty_total_pages', pages, exchange)
  },
})

const listOrder = observation(['list.order'], {
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

type Order = Exclude<Dialect['list.order'], 'other'>

/** Whether an invoice may come before another one in each order. */
const COMES_BEFORE: Record<Order, (one: InvoiceSummary, next: InvoiceSummary) => boolean> = {
  newest_first: (one, next) => createdAt(one) >= createdAt(next),
  oldest_first: (one, next) => createdAt(one) <= createdAt(next),
  name: (one, next) => one.order_name <= next.order_name,
}

/** The first of these orders that the invoices are in. */
const orderOf = (shown: readonly InvoiceSummary[]): AnswerTo<'list.order'> =>
  keysOf(COMES_BEFORE).find((order) =>
    shown.every((next, at) => shown.slice(at - 1, at).every((one) => COMES_BEFORE[order](one, next))),
  ) ?? 'other'

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
    const named = items.find(({ customer_name }) => isTelling(customer_name ?? ''))
    if (!named) observer.notExercised('no customer of an invoice has a plain name of two words')
    const search = new Search(observer)
    const { unit, text } = await unitOf(search, named)
    const folds = await search.finds(swapped(text), named)
    const accents = await search.finds(accented(text), named)
    const answer = { unit, case: folds ? 'folded' : 'exact', accents: accents ? 'folded' : 'exact' } as const
    observer.observe('search.match', answer, ...search.exchanges)
  },
})

/** Two words without accents, the longer one of enough letters for a part of it to say something, with a vowel inside. */
const isTelling = (name: string): boolean =>
  /^[A-Za-z]+ [A-Za-z]+$/.test(name) &&
  longestWord(name).length > 4 &&
  /[aeiou]/.test(longestWord(name).slice(1, -1))

const longestWord = (name: string): string => name.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? ''

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

/** The smallest part of a name that finds it. A server may look at its words as fields of their own. */
async function unitOf(search: Search, named: InvoiceSummary) {
  const name = named.customer_name
  const word = longestWord(name)
  const parts = [
    { unit: 'substring', text: word.slice(1, -1) },
    { unit: 'prefix', text: name.slice(0, -1) },
    { unit: 'prefix', text: word.slice(0, -1) },
    { unit: 'words', text: word },
  ] as const
  for (const part of parts) if (await search.finds(part.text, named)) return part
  return { unit: 'whole', text: name } as const
}

/** Not in small letters, which an email beside the name has. */
const swapped = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase())

/** Who folds accents finds a name without any by one with some. */
const accented = (text: string) => text.replaceAll(/[aeiou]/gi, (vowel) => `${vowel}\u0301`.normalize('NFC'))

/** What only an invoice as it is read shows, whoever wrote it. */
const readInvoice = observation(['format.country'], {
  name: 'an invoice as it is read',
  async run(observer: Observer) {
    const { items } = await observer.store.invoices()
    for (const { slug } of items.slice(0, MOST_READ)) {
      await observer.call('readInvoice', { params: { slug } })
      if (observer.observed('format.country') !== undefined) return
    }
    observer.notExercised('no invoice that was read has a country in its billing address')
  },
})

const MOST_READ = 5

const nonIntegerId = observation(['errors.non_integer_id'], {
  name: 'an id that is no integer',
  async run(observer: Observer) {
    const exchange = await observer.call('readCustomer', { params: { id: 'abc' } })
    const answer = (['not-found', 'unprocessable'] as const).find((kind) => observer.is(kind, exchange))
    if (answer) observer.observe('errors.non_integer_id', answer, exchange)
  },
})

/** What lists and searches do where the specification leaves it open. */
export const listObservations: readonly Observation[] = [
  unknownValue,
  outOfRange,
  emptyPages,
  listOrder,
  unknownPath,
  match,
  readInvoice,
  nonIntegerId,
]
