import type { SchemaName } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { records } from '../../server/store/inventory.ts'
import { instantOf } from '../../server/instants.ts'
import type { Fields } from '../records/record-kind.ts'
import { sameValue } from '../same-value.ts'
import { statedFields } from '../stated-fields.ts'
import { settingsIn } from '../views.ts'

/** What the store showed at one time: each record by what it is called, `template 5`, and the answers that showed it. */
export interface Sights {
  things: ReadonlyMap<string, Fields>
  exchanges: readonly Exchange[]
}

/** What is looked at closely, beside the lists. */
export interface Closely {
  /** Slugs of invoices. */
  invoices: readonly string[]
  /** Ids of customers. */
  customers: readonly number[]
}

type Thing = readonly [name: string, shown: Fields]

/** Looks at all that a page of each list shows, at the settings, and at some records one by one. */
export async function lookAround(law: Law, { invoices, customers }: Closely): Promise<Sights> {
  const [listed, templates, people, settings, ...details] = await Promise.all([
    law.call('listInvoices', { query: { per_page: 250 } }),
    law.call('listTemplates'),
    law.call('listCustomers', { query: { per_page: 250 } }),
    law.call('readSettings'),
    ...invoices.map((slug) => law.call('readInvoice', { params: { slug } })),
    ...customers.map((id) => law.call('readCustomer', { params: { id } })),
  ])
  const things: Thing[] = [
    ...of(listed, 'invoices', 'resources/invoice-summary', ({ slug }) => `invoice ${String(slug)}`),
    ...of(templates, 'templates', 'resources/template', ({ id }) => `template ${String(id)}`),
    ...of(people, 'customers', 'resources/customer', ({ id }) => `customer ${String(id)}`),
    ...(isSuccess(settings) ? [thingOf('settings', 'resources/settings', settingsIn(settings))] : []),
    ...details.map(detailOf).filter((one) => one !== null),
  ]
  return { things: new Map(things), exchanges: [listed, templates, people, settings, ...details] }
}

const thingOf = (called: string, name: SchemaName, record: Fields): Thing => [
  called,
  statedFields(name, record),
]

const of = (
  exchange: Exchange,
  many: string,
  name: SchemaName,
  called: (record: Fields) => string,
): Thing[] => records<Fields>(exchange, many).map((record) => thingOf(called(record), name, record))

/** By itself an invoice or customer is another thing than in its list. */
function detailOf(exchange: Exchange): Thing | null {
  const [one, name] =
    exchange.operation === 'readInvoice'
      ? (['invoice', 'resources/invoice-detail'] as const)
      : (['customer', 'resources/customer-detail'] as const)
  const record = member(exchange, one)
  if (!isSuccess(exchange) || !isObject(record)) return null
  return [`${one} ${String(record[one === 'invoice' ? 'slug' : 'id'])} by itself`, statedFields(name, record)]
}

/** What of a thing may differ between two sights: some of its fields, or all where it is written. */
export type Free = (thing: string, now: Fields) => readonly string[] | 'all'

/** A write, and what it may change. It may be performed several times; null where it cannot be. */
export interface Write {
  perform(): Promise<Exchange | null>
  free: Free
}

/** A field that is another than before, or a thing that is gone. */
export interface Move {
  thing: string
  field: string
  was: unknown
  is: unknown
  /** Whoever changes a record moves its updated_at: one that stays what it long was tells that nobody did. */
  isUnsaid: boolean
}

/** How what was there before differs now; what is new does not matter. */
export function movesBetween(before: Sights, after: Sights, free: Free): Move[] {
  return [...before.things].flatMap(([thing, was]) => {
    const may = free(thing, was)
    if (may === 'all') return []
    const now = after.things.get(thing)
    if (!now) {
      const isGone = isWhole(after, thing) && (thing.startsWith('invoice') || isOld(was['created_at'], after))
      return isGone ? [{ thing, field: 'it', was: 'there', is: 'gone', isUnsaid: false }] : []
    }
    const isUnsaid = sameValue(was['updated_at'], now['updated_at']) && isOld(was['updated_at'], after)
    return Object.keys({ ...was, ...now })
      .filter((field) => field !== 'updated_at' && !may.includes(field) && !sameValue(was[field], now[field]))
      .map((field) => ({ thing, field, was: was[field], is: now[field], isUnsaid }))
  })
}

/** How long ago a record was written that nobody has just made, or is about to delete. */
const LONG_MS = 30_000

const isOld = (time: unknown, { exchanges: [first] }: Sights): boolean =>
  first !== undefined && first.started_at - instantOf(time) > LONG_MS

/** Whether the list that a thing stood in was read to its end: what a first page lacks may stand on the next. */
function isWhole({ exchanges }: Sights, thing: string): boolean {
  const listing = exchanges.find(({ operation }) => operation === LISTS[thing.split(' ')[0] ?? ''])
  if (!listing || !isSuccess(listing)) return false
  const meta = member(listing, 'meta')
  return !isObject(meta) || (typeof meta['total'] === 'number' && meta['total'] <= 250)
}

const LISTS: Record<string, string> = {
  invoice: 'listInvoices',
  template: 'listTemplates',
  customer: 'listCustomers',
}
