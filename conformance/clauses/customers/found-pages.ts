import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isPart, judgeNarrow, judgeThirds } from '../paging/narrow.ts'
import { judgeFull, page, underOne, WHOLE, type Listing } from '../paging/page.ts'
import { CUSTOMERS } from '../records/record-kind.ts'
import { judging } from '../records/records.ts'
import { isSearchable, mostFrequent, unheardWord } from '../search-texts.ts'

const searchFor = (law: Law, search: string): Listing => underOne(law, 'listCustomers', { search })

/** With a search, total and pages are those of what is found. */
const foundInPages = check('customers.list', {
  name: 'the pages of found customers',
  async run(law) {
    const { items } = await law.store.customers()
    const emails = [items[0], items.at(-1)].map((item) => item?.email).filter(isSearchable)
    for (const search of new Set(emails)) {
      const found = await page(law, searchFor(law, search))
      judgeFull(law, found, found.meta)
    }
  },
})

/** Texts that are tried in search of one that finds a part of the store. */
const MOST_TEXTS = 30

/** What customers may be searched by, whole or word by word. */
const narrow = check('customers.list', {
  name: 'the pages of a narrow search for customers',
  async run(law) {
    const customers = await law.store.customers()
    const texts = customers.items.flatMap(({ first_name, last_name, email, tax_number }) => [
      [first_name, last_name].filter(isSearchable).join(' '),
      first_name,
      last_name,
      tax_number,
      email,
      ...(isSearchable(email) ? email.split('@') : []),
    ])
    const searches = mostFrequent(texts)
      .slice(0, MOST_TEXTS)
      .map((search) => searchFor(law, search))
    await judgeNarrow(law, customers, searches)
  },
})

/** The same for customers of our own, who have one name that nobody else has. */
const namesakes = check('customers.list', {
  name: 'the pages of a search for customers of our own',
  needs: ['writes'],
  run: judging(CUSTOMERS, async (records) => {
    const { law } = records
    const [first_name, last_name] = [unheardWord(law.seedOf('first')), unheardWord(law.seedOf('last'))]
    for (const input of await records.inputs(5)) await records.makeOne({ ...input, first_name, last_name })
    for (const search of [`${first_name} ${last_name}`, first_name, last_name]) {
      const found = searchFor(law, search)
      const whole = await page(law, found, { per_page: WHOLE })
      if (isPart(whole)) await judgeThirds(law, found, whole)
    }
  }),
})

export const foundPages: readonly Check[] = [foundInPages, narrow]
export const ownFoundPages: readonly Check[] = [namesakes]
