import type { Faker } from '../fixtures/seeded-faker.ts'
import { drawSettings } from '../fixtures/settings.ts'
import { drawTemplate } from '../fixtures/templates.ts'
import { parseDialect } from '../schemas/dialect.ts'
import type { Template } from '../schemas/types.ts'
import { clockAt, streamOf, timeOf, type BuildContext } from './context.ts'
import { stamp } from './stamp.ts'
import { deedsOf } from './deeds.ts'
import { exactStore } from './exact-store.ts'
import { issueInvoices } from './issue-invoices.ts'
import { orderContents } from './order-contents.ts'
import { orderPlans } from './order-plans.ts'
import { customersOf } from './people-of-store.ts'
import { placeOrders } from './place-orders.ts'
import type { ScenarioStore, ScenarioTemplate } from './scenario.ts'
import { lookOf, sellerOf } from './sellers.ts'
import type { StoreRecord, StoreState } from './state.ts'
import type { Steps } from './steps.ts'

const FIRST_INVOICE_NUMBER = 1001

const ONE_TEMPLATE: ScenarioTemplate[] = [
  { name: 'Classic', template_type: 'invoice', pre_selected_orders: true, pre_selected_draft_orders: true },
]

/** The content of one store, the id-th: what its scenario describes, and the rest from the seed. */
export function* buildStore(store: ScenarioStore, mocks: BuildContext, id = 1): Steps<StoreState> {
  const { name, plan = 'paid', api_key, quota = null } = store
  const record = { id, name, plan, api_key, quota }
  const own = ownSetting(store, mocks.now)
  const context = { ...mocks, now: own?.clock?.now ?? mocks.now, dialect: own?.dialect ?? mocks.dialect }
  const deeds = deedsOf(store, context.now)
  const state = store.records ? exactStore(record, store.records) : yield* madeUp(store, record, context)
  return { ...state, ...(deeds && { deeds }), ...(own && { own }) }
}

/** Clock and dialect of its own, and its window; undefined where it has none of them. */
function ownSetting({ clock, dialect, rate_window }: ScenarioStore, now: number): StoreState['own'] {
  if (!clock && !dialect && !rate_window) return undefined
  return {
    ...(clock && { clock: clockAt(clock, now) }),
    ...(dialect && { dialect: parseDialect(dialect).dialect }),
    ...(rate_window && { window: { start: Date.parse(rate_window.start), used: rate_window.used } }),
  }
}

function* madeUp(store: ScenarioStore, record: StoreRecord, context: BuildContext): Steps<StoreState> {
  const { faker } = context
  const { name } = store
  const templates = templatesOf(store, context, faker)
  const customers = yield* customersOf(store, context, faker)
  const contents = orderContents(store, customers, context, faker)
  const plans = yield* orderPlans(store, context, faker)
  const placed = yield* placeOrders(plans, contents, context)

  faker.seed(streamOf(context, name, 'settings')(0))
  const drawn = drawSettings(faker, { ...sellerOf(faker), ...store.settings })
  const first = store.first_invoice_number ?? FIRST_INVOICE_NUMBER
  const invoices = yield* issueInvoices(
    placed,
    { prefix: drawn.invoice_number_prefix, first },
    context,
    faker,
  )
  return {
    store: record,
    settings: { ...drawn, next_invoice_number: String(first + invoices.length), ...store.settings },
    templates,
    customers: customers.map(({ customer }) => customer),
    orders: placed.orders.map(({ order }) => order),
    draft_orders: placed.draft_orders.map(({ order }) => order),
    invoices,
  }
}

/** Templates are older than everything that the store made with them. */
const OLDEST = '-400d'

function templatesOf(store: ScenarioStore, context: BuildContext, faker: Faker): Template[] {
  const seedOf = streamOf(context, store.name, 'templates')
  faker.seed(streamOf(context, store.name, 'look')(0))
  const look = lookOf(faker)
  return (store.templates ?? ONE_TEMPLATE).map(({ created = OLDEST, ...fields }, index) => {
    faker.seed(seedOf(index))
    const at = stamp(timeOf(created, context.now) + index)
    return drawTemplate(faker, { ...look, ...fields, id: context.nextId(), created_at: at, updated_at: at })
  })
}
