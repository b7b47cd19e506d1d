import { type Check, check } from '../../judge/check.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { markedAt } from '../../server/store/marker.ts'
import { recordOf } from '../records/judge.ts'
import { read, update, withOwn } from '../records/own.ts'
import { CUSTOMERS, type Fields, type Shown } from '../records/record-kind.ts'
import { isSearchable } from '../search/search-texts.ts'
import { sameValue } from '../same-value.ts'

const CLAUSE = 'customers.output-only'

/** Customers that are read in search of one with addresses, at most. */
const MOST = 25

/** customers.read: the detail adds addresses, an array of objects. */
export function judgeAddresses(law: Law, { addresses }: Shown, exchange: Exchange): void {
  law.of('customers.read').judge(Array.isArray(addresses) && addresses.every(isObject), {
    field: 'customer.addresses',
    expected: 'addresses, an array of objects',
    exchanges: exchange,
  })
}

/** Addresses that an update speaks of are none of its input: ours has none before and none after. */
const unheardOf = check('customers.output-only', {
  name: 'addresses given to an update',
  run: (law) =>
    withOwn(law, CUSTOMERS, 1, async ([own]) => {
      const { id } = own!.shown
      const addresses = [{ first_name: 'Conformance', last_name: 'Kit', city: 'Berlin', country: 'Germany' }]
      await judgeKept(law, id, { ...(await CUSTOMERS.input(law.session)), addresses })
    }),
})

/**
 * An update leaves the addresses alone. Only customers of the store have any; one of them is updated to the very
 * values that it has. That moves the updated_at of a record that is not ours, so `writes` alone does not cover it.
 */
const ofTheStore = check('customers.output-only', {
  name: 'addresses of an updated customer',
  async run(law) {
    if (!law.target.allow.has('settings')) {
      return law
        .of(CLAUSE)
        .missing("addresses are those of the store's own customers: needs --allow settings")
    }
    const { items } = await CUSTOMERS.all(law.session)
    for (const item of items.filter(isPlain).slice(0, MOST)) {
      const seen = await read(law, CUSTOMERS, item.id)
      // Whoever it belongs to may have deleted it since.
      if (!isSuccess(seen)) continue
      const { addresses } = recordOf(law, CLAUSE, CUSTOMERS, seen)
      if (!Array.isArray(addresses) || addresses.length === 0) continue
      const input = Object.fromEntries(CUSTOMERS.inputFields.map((field) => [field, item[field]]))
      if (await judgeKept(law, item.id, input)) return
    }
    law.of(CLAUSE).missing('no customer with addresses that can be updated to its own values')
  },
})

/** A customer of the store, and of no run, whose values can be sent as they are, whatever becomes of unusual texts. */
const isPlain = (item: Shown) =>
  markedAt(item['last_name']) === null &&
  CUSTOMERS.inputFields.every((field) => item[field] === '' || isSearchable(item[field])) &&
  item['email'] !== '' &&
  item['email'] === String(item['email']).toLowerCase()

/** Updates the customer; its addresses are the same then. Tells whether the server took the update. */
async function judgeKept(law: Law, id: number, input: Fields): Promise<boolean> {
  const before = await read(law, CUSTOMERS, id)
  const exchange = await update(law, CUSTOMERS, id, input)
  const after = await read(law, CUSTOMERS, id)
  const [was, is] = [before, after].map((one) => recordOf(law, CLAUSE, CUSTOMERS, one)['addresses'])
  law.of(CLAUSE).judge(sameValue(was ?? [], is ?? []), {
    field: 'customer.addresses',
    expected: `the addresses as before the update: ${JSON.stringify(was)}`,
    got: JSON.stringify(is) ?? 'nothing',
    exchanges: [before, exchange, after],
  })
  return isSuccess(exchange)
}

export const customerAddresses: readonly Check[] = [unheardOf, ofTheStore]
