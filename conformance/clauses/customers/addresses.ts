import { type Check, check } from '../../judge/check.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { isMarked } from '../../server/store/marker.ts'
import { CUSTOMERS, type Fields, type Shown } from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'
import { sameValue } from '../same-value.ts'
import { isSearchable } from '../search-texts.ts'

/** Customers that are read in search of one with addresses, at most. */
const MOST = 25

/** customers.read: the detail adds addresses, an array of objects. */
export function judgeAddresses({ law }: Records, { addresses }: Shown, exchange: Exchange): void {
  law.judge(Array.isArray(addresses) && addresses.every(isObject), {
    field: 'customer.addresses',
    expected: 'addresses, an array of objects',
    exchanges: exchange,
  })
}

/** Addresses that an update speaks of are none of its input: ours has none before and none after. */
const unheardOf = check('customers.output-only', {
  name: 'addresses given to an update',
  run: judging(CUSTOMERS, async (records) => {
    const [{ shown }] = await records.own(1)
    const addresses = [{ first_name: 'Conformance', last_name: 'Kit', city: 'Berlin', country: 'Germany' }]
    await judgeKept(records, shown.id, { ...(await records.input()), addresses })
  }),
})

/**
 * An update leaves the addresses alone. Only customers of the store have any; one of them is updated to the very
 * values that it has. That moves the updated_at of a record that is not ours, so `writes` alone does not cover it.
 */
const ofTheStore = check('customers.output-only', {
  name: 'addresses of an updated customer',
  run: judging(CUSTOMERS, async (records) => {
    const { law } = records
    if (!law.target.allow.has('settings'))
      return law.missing("addresses are those of the store's own customers: needs --allow settings")
    const { items } = await records.all()
    for (const item of items.filter(isPlain).slice(0, MOST)) {
      const seen = await records.read(item.id)
      // Whoever it belongs to may have deleted it since.
      if (!isSuccess(seen)) continue
      const { addresses } = records.shownIn(seen)
      if (!Array.isArray(addresses) || addresses.length === 0) continue
      const input = Object.fromEntries(CUSTOMERS.inputFields.map((field) => [field, item[field]]))
      if (await judgeKept(records, item.id, input)) return
    }
    law.missing('no customer with addresses that can be updated to its own values')
  }),
})

/** A customer of the store, and of no run, whose values can be sent as they are, whatever becomes of unusual texts. */
const isPlain = (item: Shown) =>
  !isMarked(item) &&
  CUSTOMERS.inputFields.every((field) => item[field] === '' || isSearchable(item[field])) &&
  item['email'] !== '' &&
  item['email'] === String(item['email']).toLowerCase()

/** Updates the customer; its addresses are the same then. Tells whether the server took the update. */
async function judgeKept(records: Records, id: number, input: Fields): Promise<boolean> {
  const before = await records.read(id)
  const exchange = await records.update(id, input)
  const after = await records.read(id)
  const [was, is] = [records.shownIn(before), records.shownIn(after)]
  for (const field of LEFT_ALONE)
    records.law.judge(sameValue(was[field] ?? null, is[field] ?? null), {
      field: `customer.${field}`,
      expected: `the ${field} as before the update: ${JSON.stringify(was[field])}`,
      got: JSON.stringify(is[field]) ?? 'nothing',
      exchanges: [before, exchange, after],
    })
  return isSuccess(exchange)
}

/** What no update changes, and customers of the run have too little of. */
const LEFT_ALONE = ['addresses', 'platform_customer_id', 'created_at'] as const

export const customerAddresses: readonly Check[] = [unheardOf, ofTheStore]
