import { type Check, check } from '../../judge/check.ts'
import { otherRunOf } from '../../server/store/marker.ts'
import { page, underOne } from '../paging/page.ts'
import { judgeListed } from '../records/read.ts'
import { CUSTOMERS, type Shown } from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'

/** Customers on a page. */
const FEW = 4

/** Later pages of the list show each customer as it is read, not only the first one. */
const ofTheStore = check('customers.read', {
  name: 'customers of later pages by their ids',
  run: judging(CUSTOMERS, async (records) => {
    const { items } = await records.all()
    if (items.length < 2)
      records.law.notExercised('fewer than two customers: a store with more has later pages')
    const per_page = Math.min(FEW, Math.ceil(items.length / 2))
    const last = Math.ceil(items.length / per_page)
    for (const number of new Set([2, Math.ceil(last / 2), last])) await judgePage(records, per_page, number)
  }),
})

/** The same for customers of our own, whose every field has a value. */
const ofOurOwn = check('customers.read', {
  name: 'customers of our own on later pages by their ids',
  needs: ['writes'],
  run: judging(CUSTOMERS, async (records) => {
    const own = await records.own(3)
    const { items } = await records.all()
    for (const { shown } of own) await judgePage(records, 1, items.findIndex(({ id }) => id === shown.id) + 1)
  }),
})

/** The list's order is open, but stable: one after the other each has its page. */
async function judgePage(records: Records, per_page: number, number: number): Promise<void> {
  if (number < 1) return
  const { law } = records
  const list = underOne(law, 'listCustomers')
  const shown = async () => (await page(law, list, { per_page, page: number })).items.filter(hasId)
  for (const item of await shown())
    if (otherRunOf(item, law.marker) === null) await judgeListed(records, item, shown)
}

const hasId = (item: Record<string, unknown>): item is Shown => typeof item['id'] === 'number'

export const laterPages: readonly Check[] = [ofTheStore]
export const ownLaterPages: readonly Check[] = [ofOurOwn]
