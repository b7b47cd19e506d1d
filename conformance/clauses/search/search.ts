import type { InvoiceSummary } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { page, pageOf, type Listing, type Page } from '../paging/page.ts'
import { judgeBeyond, judgeDefaults, judgePartition, judgeSizes } from '../paging/rules.ts'
import { isSearchable, unheardWord } from './search-texts.ts'

const CLAUSE = 'search.pagination'

const searchFor = (q: string): Listing => ({
  operation: 'searchInvoices',
  name: 'invoices',
  query: { q },
  clauses: {
    defaults: CLAUSE,
    sizes: CLAUSE,
    echo: CLAUSE,
    arithmetic: CLAUSE,
    partition: CLAUSE,
    beyond: CLAUSE,
  },
})

/** The text with the most results among those that may have many: whole values, parts of them, single letters. */
async function richText(law: Law): Promise<Listing> {
  const { items } = await law.store.invoices()
  if (items.length === 0) law.notExercised('the store has no invoice to search for')
  const values = items.flatMap(({ customer_name, customer_email, number }) => [
    customer_name,
    customer_email,
    number,
  ])
  const texts = [
    ...new Set([...mostFrequent(values.filter(isSearchable)), 'a', 'e', '1', '@', 'example', '#', 'INV']),
  ]
  let best = { q: texts[0]!, total: -1 }
  for (const q of texts) {
    const exchange = await law.call('searchInvoices', { query: { q } })
    if (!isSuccess(exchange)) continue
    const { total } = pageOf(law, 'invoices', CLAUSE, exchange).meta
    if (total > best.total) best = { q, total }
  }
  return searchFor(best.q)
}

function mostFrequent(values: readonly string[]): string[] {
  const counts = grouped(values)
  return [...counts]
    .toSorted((a, b) => b[1].length - a[1].length)
    .map(([value]) => value)
    .slice(0, 4)
}

function grouped(values: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const value of values) groups.set(value, [...(groups.get(value) ?? []), value])
  return groups
}

const pagination: readonly Check[] = [
  check('search.pagination', {
    name: 'search without paging parameters',
    run: async (law) => judgeDefaults(law, await richText(law)),
  }),
  check('search.pagination', {
    name: 'search at every page size',
    run: async (law) => judgeSizes(law, await richText(law)),
  }),
  check('search.pagination', {
    name: 'the pages of a search',
    run: async (law) => judgePartition(law, await richText(law)),
  }),
  check('search.pagination', {
    name: 'a search past its end',
    run: async (law) => judgeBeyond(law, await richText(law)),
  }),
]

/** A search that finds a part of the store, in small pages: later pages may not forget the text. */
const narrow = check('search.pagination', {
  name: 'the pages of a narrow search',
  async run(law: Law) {
    const { items, complete } = await law.store.invoices()
    const values = items.flatMap(({ customer_name, customer_email, number }) => [
      customer_name,
      customer_email,
      number,
    ])
    const texts = [
      ...mostFrequent(values.filter(isSearchable)),
      ...values.filter(isSearchable).flatMap(wordsOf),
    ]
    for (const q of new Set(texts.slice(0, 60))) {
      const whole = await page(law, searchFor(q), CLAUSE, { per_page: 250 })
      const { total } = whole.meta
      if (total < 2 || total > 250 || (complete && total >= items.length)) continue
      return judgeNarrow(law, q, whole)
    }
    law.of(CLAUSE).missing('no text finds some invoices and not all')
  },
})

const wordsOf = (text: string) => text.split(/[\s@.]+/).filter(isSearchable)

async function judgeNarrow(law: Law, q: string, whole: Page): Promise<void> {
  const per_page = Math.ceil(whole.meta.total / 3)
  const small = [1, 2, 3].map((number) => page(law, searchFor(q), CLAUSE, { per_page, page: number }))
  const ids = (await Promise.all(small)).flatMap((one) => one.ids)
  const same = ids.length === whole.ids.length && whole.ids.every((id) => ids.includes(id))
  law.of(CLAUSE).judge(same, {
    message: `search for ${JSON.stringify(q)} at ${per_page} a page`,
    expected: `the invoices ${whole.ids.slice(0, 10).join(', ')} of the search on one page`,
    got: `the invoices ${ids.slice(0, 10).join(', ')}`,
    exchanges: [whole.exchange, ...(await Promise.all(small)).map(({ exchange }) => exchange)],
  })
}

/** search.q-required. What an empty q does is open (question search.empty_q). */
const textRequired = check('search.q-required', {
  name: 'search without a text',
  async run(law) {
    for (const query of [{}, { page: 1 }, { per_page: 10 }, { page: 2, per_page: 250 }]) {
      law.of('search.q-required').refused(await law.call('searchInvoices', { query }), 'unprocessable')
    }
    const empty = await law.call('searchInvoices', { query: { q: '' } })
    const shown = isSuccess(empty) ? pageOf(law, 'invoices', 'search.envelope', empty).meta.total : null
    const answer = shown === null ? 'unprocessable' : shown === 0 ? 'nothing' : 'everything'
    if (shown !== 0 || (await law.store.invoices()).items.length > 0) {
      law.observe('search.empty_q', answer, empty)
    }
  },
})

/** search.literal-segment: a list answer to a text, wherever q stands, and a refusal other than not-found without. */
const literalSegment = check('search.literal-segment', {
  name: 'the segment search is no slug',
  async run(law) {
    const { items } = await law.store.invoices()
    const q = items.map(({ number }) => number).find(isSearchable) ?? unheardWord(law.seedOf('any'))
    for (const query of [{ q }, { page: 1, q }, { per_page: 5, page: 1, q }, { q, page: 2 }]) {
      const found = await law.call('searchInvoices', { query })
      pageOf(law, 'invoices', 'search.literal-segment', found)
    }
    for (const query of [{}, { page: 1 }]) {
      const bare = await law.call('searchInvoices', { query })
      const { kinds } = law.session
      law
        .of('search.literal-segment')
        .judge(!kinds.is('not-found', bare) || kinds.is('unprocessable', bare), {
          expected: kinds.name('unprocessable'),
          exchanges: bare,
        })
    }
  },
})

/** search.envelope: items of a search are the items of the list. */
const sameItems = check('search.envelope', {
  name: 'search shows the invoices that the list shows',
  async run(law) {
    const listing = await richText(law)
    const found = await page(law, listing, 'search.envelope', { per_page: 250 })
    if (found.ids.length === 0) law.notExercised('no search found an invoice')
    const all = await law.store.invoices()
    const unknown = (found.items as unknown as InvoiceSummary[]).filter(({ slug }) =>
      all.items.every((item) => item.slug !== slug),
    )
    if (!all.complete || unknown.length === 0) return law.of('search.envelope').pass()
    const later = await law.call('readInvoice', { params: { slug: unknown[0]!.slug } })
    law.of('search.envelope').judge(isSuccess(later), {
      message: `search shows an invoice ${unknown[0]!.slug} that cannot be read`,
      expected: 'invoices of the store',
      exchanges: [found.exchange, later],
    })
  },
})

export const searchPaging: readonly Check[] = [...pagination, narrow]
export const searchTexts: readonly Check[] = [textRequired, literalSegment, sameItems]
