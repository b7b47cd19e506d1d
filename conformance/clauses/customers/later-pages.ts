import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { otherRunOf } from '../../server/store/marker.ts'
import { page } from '../paging/page.ts'
import { withOwn } from '../records/own.ts'
import { judgeListed } from '../records/read.ts'
import { CUSTOMERS, type Shown } from '../records/record-kind.ts'
import { CUSTOMER_PAGES } from './listing.ts'

const CLAUSE = 'customers.read'

/** Customers on a page. */
const FEW = 4

/** customers.read: later pages of the list show each customer as it is read, not only the first one. */
const ofTheStore = check('customers.read', {
  name: 'customers of later pages by their ids',
  async run(law) {
    const { items } = await CUSTOMERS.all(law.session)
    if (items.length < 2) law.notExercised('fewer than two customers: a store with more has later pages')
    const per_page = Math.min(FEW, Math.ceil(items.length / 2))
    const last = Math.ceil(items.length / per_page)
    for (const number of new Set([2, Math.ceil(last / 2), last])) await judgePage(law, per_page, number)
  },
})

/** The same for customers of our own, whose every field has a value. */
const ofOurOwn = check('customers.read', {
  name: 'customers of our own on later pages by their ids',
  needs: ['writes'],
  run: (law) =>
    withOwn(law, CUSTOMERS, 3, async (own) => {
      const { items } = await CUSTOMERS.all(law.session)
      for (const { shown } of own) await judgePage(law, 1, items.findIndex(({ id }) => id === shown.id) + 1)
    }),
})

/** The list's order is open, but stable: one after the other each has its page. */
async function judgePage(law: Law, per_page: number, number: number): Promise<void> {
  if (number < 1) return
  const shown = async () =>
    (await page(law, CUSTOMER_PAGES, CLAUSE, { per_page, page: number })).items as Shown[]
  for (const item of await shown())
    if (otherRunOf(item, law.marker) === null)
      await judgeListed(law, CUSTOMERS, item, async () => (await shown()).find(({ id }) => id === item.id))
}

export const laterPages: readonly Check[] = [ofTheStore]
export const ownLaterPages: readonly Check[] = [ofOurOwn]
