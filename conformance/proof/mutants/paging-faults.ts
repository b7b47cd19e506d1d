import { type ApiRequest, Refusal } from '../../../mock-server/seams.ts'
import type { Meta } from '../../../schemas/types.ts'
import { amendingMeta, asking, type Query, refusing } from './answers.ts'
import { type Change, type Faults, rows } from './mutant.ts'
import { type Asking, type Listing, type Page, paged } from './paging.ts'

// Faults that the pages of any listing can have, by what they break of it.

const sizeOf = ({ per_page }: Query): number => Number(per_page ?? 25)
const pageOf = ({ page }: Query): number => Number(page ?? 1)

type OfPage = (page: Page<Listing>, asking: Asking<Listing>) => Partial<Page<Listing>>
const pages = (listing: Listing) => (change: OfPage) => paged(listing, change)
const queries = (listing: Listing) => (change: (query: Query) => Query) => asking(listing, change)
const metas = (listing: Listing) => (fields: (meta: Meta, request: ApiRequest) => object) =>
  amendingMeta(listing, fields)

/** What is counted where nothing says how many. */
export const defaultFaults = (listing: Listing): Faults => ({
  ...rows(queries(listing), {
    [`Of ${listing} per_page is 20 when it is left out`]: (query) => ({ per_page: '20', ...query }),
    [`Of ${listing} per_page is 50 when only page is given`]: (query) =>
      'page' in query ? { per_page: '50', ...query } : query,
  }),
  [`Of ${listing} meta says page 0 without page`]: amendingMeta(listing, (_meta, { query }) =>
    'page' in query ? {} : { page: 0 },
  ),
})

/** How many a page holds. */
export const sizeFaults = (listing: Listing): Faults => ({
  [`Of ${listing} per_page 250 is unprocessable`]: refusing(
    listing,
    'unprocessable',
    ({ query }) => query['per_page'] === '250',
  ),
  ...rows(pages(listing), {
    [`A page of ${listing} holds 30 at most, whatever per_page and meta say`]: ({ items }) => ({
      items: items.slice(0, 30),
    }),
    [`Of ${listing} per_page 1 shows two`]: (_page, { query, ask }) =>
      query['per_page'] === '1' ? { items: ask({ ...query, per_page: '2' }).items } : {},
  }),
  ...rows(queries(listing), {
    [`Of ${listing} per_page is compared with 250 as text, so that 3 and 30 are too big and become 25`]: (
      query,
    ) => (String(query['per_page'] ?? '') > '250' ? { ...query, per_page: '25' } : query),
    [`Of ${listing} per_page counts as 25 from 101 to 249`]: (query) =>
      sizeOf(query) > 100 && sizeOf(query) < 250 ? { ...query, per_page: '25' } : query,
  }),
})

/** What meta repeats of the query. */
export const echoFaults = (listing: Listing): Faults => ({
  [`Of ${listing} per_page counts as 200 from 201 on`]: asking(listing, (query) =>
    sizeOf(query) > 200 ? { ...query, per_page: '200' } : query,
  ),
  ...rows(metas(listing), {
    [`The meta of ${listing} says per_page 25 always`]: () => ({ per_page: 25 }),
    [`The meta of ${listing} says the last page beyond it`]: ({ page, total_pages }) => ({
      page: Math.max(1, Math.min(page, total_pages)),
    }),
    [`The meta of ${listing} says per_page 100 from 100 on`]: ({ per_page }) => ({
      per_page: Math.min(per_page, 100),
    }),
  }),
})

/** What meta counts. */
export const countFaults = (listing: Listing): Faults => ({
  ...rows(metas(listing), {
    [`The total_pages of ${listing} are rounded down`]: ({ total, per_page }) => ({
      total_pages: Math.max(1, Math.floor(total / per_page)),
    }),
    [`The total_pages of ${listing} are one too many when the last page is full`]: ({ total, per_page }) => ({
      total_pages: Math.floor(total / per_page) + 1,
    }),
  }),
  [`The total of ${listing} counts the page`]: paged(listing, ({ items, meta }) => ({
    meta: { ...meta, total: items.length },
  })),
})

/** What stands on which page. */
export const partitionFaults = (listing: Listing): Faults => ({
  ...rows((by: (page: number) => number) => shifted(listing, by), {
    [`Each page of ${listing} begins with the last one of the page before`]: (page) => (page > 1 ? -1 : 0),
    [`From the third page on, a page of ${listing} begins with the last one of the page before`]: (page) =>
      page > 2 ? -1 : 0,
    [`From the second page on, the first one of a page of ${listing} is left out`]: (page) =>
      page > 1 ? 1 : 0,
  }),
  ...rows(pages(listing), {
    [`Where ${listing} is asked for no size, a later page begins as if 20 stood on each before`]: (
      _page,
      { query, ask },
    ) => ('per_page' in query ? {} : { items: unsizedFrom(20, ask, query) }),
    [`When the last page of ${listing} is exactly full it is empty`]: ({ meta }) =>
      meta.page > 1 && meta.page * meta.per_page === meta.total ? { items: [] } : {},
    [`The last page of ${listing} is filled up with the end of the one before`]: ({ meta }, { query, ask }) =>
      meta.page > 1 && meta.page === meta.total_pages
        ? { items: ask({ ...query, page: '1', per_page: '250' }).items.slice(-meta.per_page) }
        : {},
    [`Of ${listing} only the first digit of the page number is read`]: (_page, { query, ask }) => ({
      items: ask({ ...query, page: String(query['page'] ?? '1').slice(0, 1) }).items,
    }),
    [`Every page of ${listing} shows the first`]: ({ items }, { query, ask }) => ({
      items: items.length > 0 ? ask({ ...query, page: '1' }).items : [],
    }),
    [`The last one of ${listing} is on no page but the first`]: ({ items, meta }) =>
      meta.page > 1 && meta.page === meta.total_pages ? { items: items.slice(0, -1) } : {},
  }),
})

/** What stands beyond the last page. */
export const beyondFaults = (listing: Listing): Faults =>
  rows(pages(listing), {
    [`A page past the last of ${listing} is not-found`]: ({ meta }) =>
      meta.page > Math.max(1, meta.total_pages) ? notFound() : {},
    [`Where ${listing} finds nothing, page 2 is not-found`]: ({ meta }) =>
      meta.page > 1 && meta.total === 0 ? notFound() : {},
    [`A page past the last of ${listing} shows the last one again`]: ({ meta }, { query, ask }) =>
      meta.page > meta.total_pages && meta.total_pages > 0
        ? { items: ask({ ...query, page: String(meta.total_pages) }).items }
        : {},
    [`Beyond 32 bits the offset of ${listing} is none`]: ({ meta }, { query, ask }) =>
      (pageOf(query) - 1) * meta.per_page >= 2 ** 31 ? { items: ask({ ...query, page: '1' }).items } : {},
    [`From page 1,000 on the first page of ${listing} is shown`]: (_page, { query, ask }) =>
      pageOf(query) >= 1000 ? { items: ask({ ...query, page: '1' }).items } : {},
  })

/** All that the pages themselves show. */
export const pagingFaults = (listing: Listing): Faults => ({
  ...defaultFaults(listing),
  ...sizeFaults(listing),
  ...echoFaults(listing),
  ...countFaults(listing),
  ...partitionFaults(listing),
  ...beyondFaults(listing),
})

/** What becomes of values that are out of range. */
export const rangeFaults = (listing: Listing): Faults => ({
  [`Of ${listing} per_page 0 shows everything, while meta says 25`]: paged(
    listing,
    ({ meta }, { query, ask }) =>
      sizeOf(query) === 0 ? { ...ask({ ...query, per_page: '250' }), meta: { ...meta, per_page: 25 } } : {},
  ),
  ...rows(honouring(listing, 'per_page'), {
    [`Of ${listing} per_page 0 shows everything`]: [(size) => size === 0, '250'],
    [`Of ${listing} per_page 251 is honoured`]: [(size) => size === 251, '250'],
    [`Of ${listing} per_page has no upper limit`]: [(size) => size > 250, '250'],
    [`Of ${listing} a negative per_page is honoured`]: [(size) => size < 0, '5'],
  }),
  ...rows(honouring(listing, 'page'), {
    [`Of ${listing} page 0 is answered as page 0`]: [(page) => page === 0, '1'],
    [`Of ${listing} negative pages count from the end`]: [(page) => page < 0, '2'],
  }),
})

function notFound(): never {
  throw new Refusal('not-found')
}

/** The items of a page of 25 that begins where pages of another size would. */
function unsizedFrom(size: number, ask: Asking<Listing>['ask'], query: Query): Page<Listing>['items'] {
  const { items } = ask({ ...query, page: '1', per_page: '250' })
  const begin = (pageOf(query) - 1) * size
  return items.slice(begin, begin + 25)
}

/** Takes the items of a page from some places further down the list, meta as ever. */
function shifted(listing: Listing, by: (page: number) => number): Change {
  return paged(listing, ({ meta: { page, per_page } }, { query, ask }) => {
    const offset = Math.max(0, (page - 1) * per_page + by(page))
    const { items } = ask({ ...query, page: '1', per_page: '250' })
    return { items: items.slice(offset, offset + per_page) }
  })
}

/** Answers some values out of range as if they were in it, though not with as many records. */
function honouring(listing: Listing, name: 'page' | 'per_page') {
  return ([when, instead]: readonly [when: (value: number) => boolean, instead: string]): Change =>
    paged(listing, (page, { query, ask }) => {
      const asked = Number(query[name] ?? Number.NaN)
      if (!when(asked)) return page
      const { items, meta } = ask({ ...query, [name]: instead })
      return { items, meta: { ...meta, [name]: asked } }
    })
}
