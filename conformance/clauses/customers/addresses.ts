import type { Check } from '../../judge/check.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
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
export function judgeAddresses(trial: Trial, { addresses }: Shown, exchange: Exchange): void {
  trial.judge('customers.read', Array.isArray(addresses) && addresses.every(isObject), {
    field: 'customer.addresses',
    expected: 'addresses, an array of objects',
    exchanges: exchange,
  })
}

/** Addresses that an update speaks of are none of its input: ours has none before and none after. */
const unheardOf: Check = {
  name: 'addresses given to an update',
  clauses: [CLAUSE],
  run: (trial) =>
    withOwn(trial, CUSTOMERS, 1, async ([own]) => {
      const { id } = own!.shown
      const addresses = [{ first_name: 'Conformance', last_name: 'Kit', city: 'Berlin', country: 'Germany' }]
      await judgeKept(trial, id, { ...(await CUSTOMERS.input(trial.session)), addresses })
    }),
}

/**
 * An update leaves the addresses alone. Only customers of the store have any; one of them is updated to the very
 * values that it has. That moves the updated_at of a record that is not ours, so `writes` alone does not cover it.
 */
const ofTheStore: Check = {
  name: 'addresses of an updated customer',
  clauses: [CLAUSE],
  async run(trial) {
    if (!trial.session.target.allow.has('settings')) {
      return trial.missing(CLAUSE, "addresses are those of the store's own customers: needs --allow settings")
    }
    const { items } = await CUSTOMERS.all(trial.session)
    for (const item of items.filter(isPlain).slice(0, MOST)) {
      const seen = await read(trial, CUSTOMERS, item.id)
      // Whoever it belongs to may have deleted it since.
      if (!isSuccess(seen)) continue
      const { addresses } = recordOf(trial, CLAUSE, CUSTOMERS, seen)
      if (!Array.isArray(addresses) || addresses.length === 0) continue
      const input = Object.fromEntries(CUSTOMERS.inputFields.map((field) => [field, item[field]]))
      if (await judgeKept(trial, item.id, input)) return
    }
    trial.missing(CLAUSE, 'no customer with addresses that can be updated to its own values')
  },
}

/** A customer of the store, and of no run, whose values can be sent as they are, whatever becomes of unusual texts. */
const isPlain = (item: Shown) =>
  markedAt(item['last_name']) === null &&
  CUSTOMERS.inputFields.every((field) => item[field] === '' || isSearchable(item[field])) &&
  item['email'] !== '' &&
  item['email'] === String(item['email']).toLowerCase()

/** Updates the customer; its addresses are the same then. Tells whether the server took the update. */
async function judgeKept(trial: Trial, id: number, input: Fields): Promise<boolean> {
  const before = await read(trial, CUSTOMERS, id)
  const exchange = await update(trial, CUSTOMERS, id, input)
  const after = await read(trial, CUSTOMERS, id)
  const [was, is] = [before, after].map((one) => recordOf(trial, CLAUSE, CUSTOMERS, one)['addresses'])
  trial.judge(CLAUSE, sameValue(was ?? [], is ?? []), {
    field: 'customer.addresses',
    expected: `the addresses as before the update: ${JSON.stringify(was)}`,
    got: JSON.stringify(is) ?? 'nothing',
    exchanges: [before, exchange, after],
  })
  return isSuccess(exchange)
}

export const customerAddresses: readonly Check[] = [unheardOf, ofTheStore]
