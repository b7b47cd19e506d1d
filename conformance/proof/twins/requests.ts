import fc from 'fast-check'
import { arbitraryOf } from '../../../fixtures/arbitraries.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import type { ListInvoicesQuery } from '../../../schemas/types.ts'
import { oddReads, type OddCall } from '../../clauses/http/odd-requests.ts'
import { oddWrites } from '../../clauses/http/odd-writes.ts'
import type { Call } from '../../server/client/call.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import type { Known } from './known.ts'

/** Of the odd requests any may come. */
const ALL = { seed: 0, of: 1 }

/** A request as the first twin is sent it, made of what is known of that one by then; null where nothing is. */
export type Intent = (known: Known) => OddCall | null

/** What moves the clocks of both: milliseconds. */
export interface Advance {
  advance_ms: number
}

const to = (operation: OperationId, call: Call = {}): OddCall => ({ operation, call })
const nat = fc.nat({ max: 10_000 })
const one = <T>(items: readonly T[], at: number): T | undefined => items[at % items.length]

/** An id of the pool, seldom one that nobody has. */
const idOf = (ids: readonly number[], at: number): number =>
  at % 17 === 0 ? UNLIKELY_ID : (one(ids, at) ?? UNLIKELY_ID)

/** Whose key is sent: mostly the store's. */
const keys = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom<Call>({ key: 'none' }, { key: 'bad', token: 'no-such-key' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Call>({ key: 'other_store' }, { key: 'free_plan' }, { key: 'rate_limited' }),
  },
)

const paging = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record(
    {
      page: fc.constantFrom('1', '2', '3', '0', '-1', 'x', ''),
      per_page: fc.constantFrom('1', '5', '250', '0', '251', '1e2'),
    },
    { requiredKeys: [] },
  ),
)

type Filters = Record<Exclude<keyof ListInvoicesQuery, 'page' | 'per_page'>, string>

const filters = fc.record<Filters, never>(
  {
    invoice_type: fc.constantFrom('invoice', 'quote', 'pro_forma', 'platform_order', 'none', ''),
    financial_status: fc.constantFrom('paid', 'pending', 'voided', 'refunded', 'PAID'),
    created_at_min: fc.constantFrom('2026-01-01', '2026-11-01', '2026-02-30', 'today'),
    created_at_max: fc.constantFrom('2026-11-20', '2030-01-01', ''),
  },
  { requiredKeys: [] },
)

/** How a text of the store is searched: as it is, in other letters, in part, in its first word. */
const ways: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.slice(1, -1),
  (text) => text.slice(0, 3),
  (text) => text.split(/\s/)[0] ?? '',
  (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  () => '',
  () => 'nothing holds this',
]
const searches = fc.tuple(nat, fc.constantFrom(...ways))
const text = ({ texts }: Known, [at, way]: [number, (text: string) => string]) => way(one(texts, at) ?? 'a')

const reading: fc.Arbitrary<Intent>[] = [
  fc.tuple(filters, paging).map(
    ([filter, page]) =>
      () =>
        to('listInvoices', { query: { ...filter, ...page } }),
  ),
  fc.tuple(searches, paging).map(
    ([search, page]) =>
      (known) =>
        to('searchInvoices', { query: { q: text(known, search), ...page } }),
  ),
  fc.tuple(searches, paging).map(
    ([search, page]) =>
      (known) =>
        to('listCustomers', { query: { search: text(known, search), ...page } }),
  ),
  fc.tuple(fc.constantFrom('readInvoice', 'readInvoicePdf'), nat).map(([operation, at]) => ({ slugs }) => {
    const slug = one(slugs, at)
    return slug === undefined ? null : to(operation, { params: { slug } })
  }),
  fc
    .tuple(nat, nat, fc.constantFrom<object>({}, { packing_slip: 'true' }, { packing_slip: '1' }))
    .map(([at, template, more]) => ({ slugs, templates }) => {
      const slug = one(slugs, at)
      const query = { template_id: idOf(templates, template), ...more }
      return slug === undefined ? null : to('readInvoicePdf', { params: { slug }, query })
    }),
  nat.map(
    (at) =>
      ({ templates }) =>
        to('readTemplate', { params: { id: idOf(templates, at) } }),
  ),
  nat.map(
    (at) =>
      ({ customers }) =>
        to('readCustomer', { params: { id: idOf(customers, at) } }),
  ),
  fc
    .constantFrom<OperationId>('listTemplates', 'listCustomers', 'readSettings')
    .map((operation) => () => to(operation)),
]

/** Fields that are sent, as valid ones and with one that is not quite what it should be. */
function inputs(name: 'template-input' | 'customer-input' | 'settings-input'): fc.Arbitrary<object> {
  const valid = arbitraryOf(`resources/${name}`)
  const near = fc.constantFrom<unknown>(null, 7, '12', true, 'yes', '', [], {})
  return fc.oneof(
    { weight: 3, arbitrary: valid },
    {
      weight: 1,
      arbitrary: fc.tuple(valid, fc.nat(), near).map(([input, at, value]) => spoilt(input, at, value)),
    },
    { weight: 1, arbitrary: valid.map((input) => ({ ...input, no_such_field: 1 })) },
  )
}

function spoilt(input: object, at: number, value: unknown): object {
  const field = one(Object.keys(input), at)
  return field === undefined ? input : { ...input, [field]: value }
}

const emails = fc.constantFrom('a@example.com', 'A@example.com', 'b@example.com')
const templates = inputs('template-input')
const customers = fc
  .tuple(inputs('customer-input'), emails, nat)
  .map(([input, email, at]) => (at % 3 === 0 ? input : { ...input, email }))

const writing: fc.Arbitrary<Intent>[] = [
  templates.map((template) => () => to('createTemplate', { body: { template } })),
  fc.tuple(nat, templates).map(
    ([at, template]) =>
      (known) =>
        to('updateTemplate', { params: { id: idOf(known.templates, at) }, body: { template } }),
  ),
  customers.map((customer) => () => to('createCustomer', { body: { customer } })),
  fc.tuple(nat, customers).map(
    ([at, customer]) =>
      (known) =>
        to('updateCustomer', { params: { id: idOf(known.customers, at) }, body: { customer } }),
  ),
  nat.map(
    (at) =>
      ({ customers: ids }) =>
        to('deleteCustomer', { params: { id: idOf(ids, at) } }),
  ),
  nat.map(
    (at) => (known) =>
      at % 3 > 0 ? null : to('deleteTemplate', { params: { id: idOf(known.templates, at) } }),
  ),
  inputs('settings-input').map((settings) => () => to('updateSettings', { body: { settings } })),
]

const flags = fc.record(
  { generate_pdf: fc.boolean(), packing_slip: fc.constantFrom<unknown>(true, false, 'true', 1, null) },
  { requiredKeys: [] },
)

const invoicing: fc.Arbitrary<Intent>[] = [
  fc.tuple(nat, flags, fc.boolean()).map(([at, more, draft]) => ({ orders, drafts }) => {
    const order_id = idOf(draft ? drafts : orders, at)
    return to('createInvoice', { body: { order_id, ...(draft && { draft }), ...more } })
  }),
  fc.tuple(nat, nat).map(([at, template]) => (known) => {
    const body = { order_id: idOf(known.orders, at), template_id: idOf(known.templates, template) }
    return to('createInvoice', { body })
  }),
  nat.map((at) => ({ slugs }) => {
    const slug = one(slugs, at)
    return slug === undefined ? null : to('regenerateInvoice', { params: { slug } })
  }),
  fc.tuple(nat, nat, fc.boolean()).map(([at, template, plain]) => (known) => {
    const slug = one(known.slugs, at)
    const body = plain ? {} : { template_id: idOf(known.templates, template) }
    return slug === undefined ? null : to('sendInvoiceEmail', { params: { slug }, body })
  }),
  fc
    .tuple(fc.array(nat, { maxLength: 4 }), fc.constantFrom<object>({}, {}, { template_name: 'No such' }))
    .map(
      ([at, more]) =>
        ({ invoices }) =>
          to('bulkPdf', { body: { invoice_ids: at.map((place) => idOf(invoices, place)), ...more } }),
    ),
]

const odd: fc.Arbitrary<Intent>[] = [
  nat.map(
    (at) =>
      ({ slugs }) =>
        one(oddReads(slugs[0] ?? '', ALL), at * 7) ?? null,
  ),
  nat.map(
    (at) =>
      ({ slugs, invoices }) =>
        one(oddWrites({ id: idOf(invoices, 0), slug: slugs[0] ?? '' }, ALL), at * 7) ?? null,
  ),
]

const keyed = fc
  .tuple(fc.oneof(...reading, ...reading, ...writing, ...invoicing, ...odd), keys)
  .map(([intent, key]): Intent => (known) => {
    const request = intent(known)
    return request && { ...request, call: { ...request.call, ...key } }
  })

/** A moment, or so long that all that lasts has ended by then: how long it lasts is known to a tenth alone. */
const advances = fc.constantFrom<Advance>({ advance_ms: 1 }, { advance_ms: 86_400_000 })

/** Random requests over all operations, the same for the same seed; now and then the clocks are moved. */
export function intents(count: number, seed: number): (Intent | Advance)[] {
  const any = fc.oneof<fc.Arbitrary<Intent | Advance>[]>(...Array.from({ length: 14 }, () => keyed), advances)
  return fc.sample(any, { seed, numRuns: count })
}
