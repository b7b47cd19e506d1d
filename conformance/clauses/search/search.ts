import { type Check, check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { page, pageOf, WHOLE } from '../paging/page.ts'
import { isSearchable, unheardWord } from '../search-texts.ts'
import { richSearch } from './paging.ts'

/** What an empty q does is open (question search.empty_q). */
const textRequired = check('search.q-required', {
  name: 'search without a text',
  shows: ['search.empty_q'],
  async run(law) {
    for (const query of [{}, { page: 1 }, { per_page: 10 }, { page: 2, per_page: 250 }])
      law.refused(await law.call('searchInvoices', { query }), 'unprocessable')
    const empty = await law.call('searchInvoices', { query: { q: '' } })
    if (!isSuccess(empty)) return law.observe('search.empty_q', 'unprocessable', empty)
    const { total } = pageOf(law.of('search.envelope'), 'searchInvoices', empty).meta
    if (total > 0) law.observe('search.empty_q', 'everything', empty)
    else if ((await law.store.invoices()).items.length > 0) law.observe('search.empty_q', 'nothing', empty)
  },
})

/** A list answer to a text, wherever q stands, and a refusal other than not-found without. */
const literalSegment = check('search.literal-segment', {
  name: 'the segment search is no slug',
  async run(law) {
    const { items } = await law.store.invoices()
    const q = items.map(({ number }) => number).find(isSearchable) ?? unheardWord(law.seedOf('any'))
    for (const query of [{ q }, { page: 1, q }, { per_page: 5, page: 1, q }, { q, page: 2 }])
      await page(law, { operation: 'searchInvoices', query })
    for (const query of [{}, { page: 1 }]) {
      const bare = await law.call('searchInvoices', { query })
      law.judge(!law.is('not-found', bare) || law.is('unprocessable', bare), {
        expected: law.nameOf('unprocessable'),
        exchanges: bare,
      })
    }
  },
})

/** Items of a search are the items of the list. */
const sameItems = check('search.envelope', {
  name: 'search shows the invoices that the list shows',
  async run(law) {
    const found = await page(law, await richSearch(law), { per_page: WHOLE })
    if (found.ids.length === 0) law.notExercised('no search found an invoice')
    const { items, complete } = await law.store.invoices()
    const listed = new Set<unknown>(items.map(({ slug }) => slug))
    const unknown = found.items.map(({ slug }) => String(slug)).find((slug) => !listed.has(slug))
    if (!complete || unknown === undefined) return law.pass()
    const later = await law.call('readInvoice', { params: { slug: unknown } })
    law.judge(isSuccess(later), {
      message: `search shows an invoice ${unknown} that cannot be read`,
      expected: 'invoices of the store',
      exchanges: [found.exchange, later],
    })
  },
})

export const searchTexts: readonly Check[] = [textRequired, literalSegment, sameItems]
