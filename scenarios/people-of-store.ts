import { countryAs } from '../schemas/commerce/country-format.ts'
import { COUNTRIES } from '../schemas/commerce/countries.ts'
import { drawCustomer } from '../fixtures/customers.ts'
import { person, type Person } from '../fixtures/people.ts'
import type { Faker } from '../fixtures/seeded-faker.ts'
import type { CustomerDetail } from '../schemas/types.ts'
import { streamOf, timeOf, type BuildContext } from './context.ts'
import { stamp } from './stamp.ts'
import type { ScenarioCustomer, ScenarioStore } from './scenario.ts'
import { each, type Steps } from './steps.ts'

const DAY_MS = 86_400_000

/** A customer of the store with the person that orders. */
export interface StoreCustomer {
  customer: CustomerDetail
  who: Person
}

/** The customers of a store: those that the scenario describes, then the generated ones with 0 to 3 addresses. */
export function* customersOf(
  store: ScenarioStore,
  context: BuildContext,
  faker: Faker,
): Steps<StoreCustomer[]> {
  const seedOf = streamOf(context, store.name, 'customers')
  const { customers: described = [], generate = {} } = store
  const { customers: count = 0, days = 90 } = generate
  const total = described.length + count
  return yield* each(Array.from({ length: total }).keys(), (index) => {
    faker.seed(seedOf(index))
    const created = context.now - ((total - index) / total) * 2 * days * DAY_MS
    const given = described[index]
    return given
      ? describedCustomer(given, created, context, faker)
      : newCustomer(index, created, context, faker)
  })
}

function newCustomer(index: number, created: number, context: BuildContext, faker: Faker): StoreCustomer {
  const id = context.nextId()
  const who = person(faker, context.nextId())
  const set = { id, created_at: stamp(created), updated_at: stamp(created) }
  const customer = drawCustomer(faker, { who, addresses: index % 4, set })
  return { customer: { ...customer, addresses: customer.addresses.map(placeIn(context)) }, who }
}

function describedCustomer(
  given: ScenarioCustomer,
  fallback: number,
  context: BuildContext,
  faker: Faker,
): StoreCustomer {
  const { created, addresses = [], ...fields } = given
  const at = stamp(created === undefined ? fallback : timeOf(created, context.now))
  const id = context.nextId()
  const country = COUNTRIES.find(({ name, code }) => [name, code].includes(addresses[0]?.country ?? ''))
  const drawn = person(faker, context.nextId(), country)
  const { email = drawn.email, first_name = drawn.first_name, last_name = drawn.last_name } = fields
  const who = { ...drawn, email, first_name, last_name }
  const set = { ...fields, id, created_at: at, updated_at: at }
  const customer = drawCustomer(faker, { who, addresses: addresses.length, set })
  const merged = customer.addresses.map((address, index) => ({ ...address, ...addresses[index] }))
  return { customer: { ...customer, addresses: merged.map(placeIn(context)) }, who }
}

const placeIn =
  ({ nextId, dialect }: BuildContext) =>
  <Place extends { id: number; country: string }>(address: Place): Place => ({
    ...address,
    id: nextId(),
    country: countryAs(address.country, dialect['format.country']),
  })
