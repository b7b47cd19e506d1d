import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import { judgeEdges } from '../paging/edges.ts'
import { judgeThirds } from '../paging/narrow.ts'
import { page, underOne, WHOLE } from '../paging/page.ts'
import { isMade, type OwnRecord } from '../records/record-calls.ts'
import { CUSTOMERS, type Shown } from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'
import { unheardWord } from '../search-texts.ts'

/** More than any of the round numbers at which results may end unseen. */
const MANY = 101
/** A server that wants this much time between two requests is spared. */
const MOST_GAP_MS = 20

/** Customers of our own, made at once, who have one name: a search finds all, and no page loses one that equals its neighbour. */
const many = check(['customers.list', 'customers.search-name'], {
  name: 'more customers of one name than a hundred',
  needs: ['writes'],
  run: judging(CUSTOMERS, async (records) => {
    const { law } = records
    if (law.session.client.gap_ms > MOST_GAP_MS) return law.missing('a server with less of a limit')
    const first_name = unheardWord(law.seedOf('first'))
    // With the run's marker, as each that the run makes: others would take them for the store's own.
    const last_name = `${unheardWord(law.seedOf('last'))} ${law.marker}`
    const own = await makeAtOnce(records, { first_name, last_name })
    const made = own.map(({ shown }) => shown)
    const found = underOne(law, 'listCustomers', { search: `${first_name} ${last_name}` })
    const whole = await page(law, found, { per_page: WHOLE })
    // Which texts find a name that is kept in two parts is open (question search.match).
    if (whole.ids.length > 0) {
      const missing = made.filter(({ id }) => !whole.ids.includes(id))
      law.of('customers.search-name').judge(missing.length === 0, {
        expected: `all ${made.length} customers of that name`,
        got: `${whole.ids.length}, of a total of ${whole.meta.total}`,
        exchanges: whole.exchange,
      })
      await judgeThirds(law, found, whole)
      await judgeEdges(found)
    }
    const list = underOne(law, 'listCustomers')
    await judgeEdges(list)
    await judgeListed(records, made)
    records.leave(own)
  }),
})

async function makeAtOnce(records: Records, name: Record<string, string>): Promise<OwnRecord[]> {
  const inputs = await records.inputs(MANY)
  const made = await atOnce(inputs, (input) => records.create({ ...input, ...name }))
  return made.filter(isMade)
}

/** All of them are in the list, as far as it is read to its end. */
async function judgeListed(records: Records, made: readonly Shown[]): Promise<void> {
  const { law } = records
  const { items, complete, exchanges } = await law.walk('listCustomers')
  const known = new Set(items.map(({ id }) => id))
  const missing = made.filter(({ id }) => !known.has(id))
  if (!complete && missing.length > 0) return law.missing('the store lists more customers than are read')
  law.judge(missing.length === 0, {
    expected: `the ${made.length} customers that were made, in the list`,
    got: `without ${missing.length} of them`,
    exchanges: exchanges.slice(0, 3),
  })
}

export const manyCustomers: readonly Check[] = [many]
