import { countryAs } from '../schemas/commerce/country-format.ts'
import { COUNTRIES } from '../schemas/commerce/countries.ts'
import { drawOrder } from '../fixtures/orders.ts'
import { address, person, type Person } from '../fixtures/people.ts'
import { seededFaker, type Faker, type Seed } from '../fixtures/seeded-faker.ts'
import type { Address, CustomerDetail, PlatformOrder } from '../schemas/types.ts'
import { streamOf, type BuildContext } from './context.ts'
import type { StoreCustomer } from './people-of-store.ts'
import type { ScenarioOrder, ScenarioStore } from './scenario.ts'

/** Orders of a store that are drawn; further ones share their contents, which keeps large stores fast and small. */
const DISTINCT = 500

/** Where customers are from whose addresses don't tell. */
const [ANYWHERE] = COUNTRIES

/** What contents depend on besides what is given. */
type Contents = Pick<BuildContext, 'dialect' | 'nextId'>

/** Who ordered what at the index-th order of a store; its id, name, number, time and payment state are to be set. */
export type OrderContents = (index: number, given: ScenarioOrder | undefined) => PlatformOrder

/** Contents of a store's orders: two in three by customers of the store. */
export function orderContents(
  store: ScenarioStore,
  customers: StoreCustomer[],
  context: BuildContext,
  faker: Faker,
): OrderContents {
  const seedOf = streamOf(context, store.name, 'orders')
  const pool: PlatformOrder[] = []
  const draw = (index: number, given: ScenarioOrder = {}) => {
    faker.seed(seedOf(index))
    return place(drawContents(given, customers, context, faker), context)
  }
  return (index, given) => (given ? draw(index, given) : (pool[index % DISTINCT] ??= draw(index)))
}

/** What a store gets ordered that is open already, but for the fields given. */
export function contentsOfOrder(
  given: ScenarioOrder,
  customers: CustomerDetail[],
  context: Contents,
  seed: Seed,
): PlatformOrder {
  const known = customers.map((customer) => ({ customer, who: whoIs(customer) }))
  return place(drawContents(given, known, context, seededFaker(seed)), context)
}

/** A customer as somebody who orders; without an address they are from anywhere. */
function whoIs({ platform_customer_id, email, first_name, last_name, addresses }: CustomerDetail): Person {
  const home = addresses[0]?.country ?? ''
  const country = COUNTRIES.find(({ name, code }) => [name, code].includes(home)) ?? ANYWHERE
  return { country, first_name, last_name, email, platform_id: platform_customer_id }
}

function drawContents(
  given: ScenarioOrder,
  customers: StoreCustomer[],
  context: Contents,
  faker: Faker,
): PlatformOrder {
  const { customer, billing_address, shipping_address, processed: _, ...set } = given
  const known = knownCustomer(given, customers, faker)
  const who = { ...(known?.who ?? person(faker, context.nextId(), countryGiven(given))), ...customer }
  const billing = { ...(homeOf(known) ?? address(faker, who)), ...billing_address }
  const order = drawOrder(faker, { customer: who, billing_address: billing, set })
  return { ...order, shipping_address: { ...order.shipping_address, ...shipping_address } }
}

function knownCustomer(
  { customer, billing_address, currency }: ScenarioOrder,
  customers: StoreCustomer[],
  faker: Faker,
): StoreCustomer | undefined {
  if (customer?.email !== undefined) return customers.find(({ who }) => who.email === customer.email)
  const anyone = !customer && !billing_address && !currency && customers.length > 0
  return anyone && faker.datatype.boolean(2 / 3) ? faker.helpers.arrayElement(customers) : undefined
}

function countryGiven({ billing_address, currency }: ScenarioOrder): Person['country'] | undefined {
  const named = billing_address?.country ?? ''
  const byPlace = COUNTRIES.find(({ name, code }) => name === named || code === named)
  return byPlace ?? COUNTRIES.find((country) => country.currency === currency)
}

function homeOf(known: StoreCustomer | undefined): Address | undefined {
  const first = known?.customer.addresses[0]
  if (!first) return undefined
  const { id: _id, address_type: _type, ...home } = first
  return home
}

function place(order: PlatformOrder, { dialect }: Contents): PlatformOrder {
  const settle = (at: Address) => ({ ...at, country: countryAs(at.country, dialect['format.country']) })
  return {
    ...order,
    billing_address: settle(order.billing_address),
    shipping_address: settle(order.shipping_address),
  }
}
