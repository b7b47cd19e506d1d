import type { Deeds, State } from '../scenarios/state.ts'
import type { Dialect } from '../schemas/dialect.ts'
import { RUNNING, Clock } from './clock.ts'
import type { Row } from './db/change.ts'
import { openDatabase } from './db/database.ts'
import { MockRefused } from './mock-refused.ts'
import { Refusal } from './refusal.ts'
import { finishBulk, startBulk } from './rules/bulk-actions.ts'
import type { Context } from './rules/context.ts'
import { sendInvoiceEmail } from './rules/emails.ts'
import { stateRows } from './store/fill.ts'
import { settingOf } from './store/own.ts'
import { Stores } from './store/stores.ts'
import type { Store } from './store/store.ts'

/** The rows of a scenario once all is done that is to be done in its stores, by the rules that answer clients. */
export async function enactedRows(state: State, dialect: Dialect): Promise<Iterable<Row>> {
  const rows = stateRows(state)
  if (state.stores.every(({ deeds }) => deeds === undefined)) return rows
  const db = await openDatabase({ memory: true })
  await db.replace(rows)
  const stores = new Stores(db)
  for (const { store: record, deeds } of state.stores) {
    const store = stores.byName(record.name)
    if (store && deeds) enact(store, deeds, dialect, stores)
  }
  return db.rows()
}

/** Does in a store what its scenario says was done. @throws MockRefused where a rule refuses it */
export function enact(store: Store, deeds: Deeds, dialect: Dialect, stores: Pick<Stores, 'nextId'>): void {
  const own = settingOf(store, { world: new Clock(RUNNING), dialect })
  const at = (now: number): Context => ({
    store,
    dialect: own.dialect,
    world: { now: () => now, uuid: () => own.world.uuid() },
    nextId: () => stores.nextId(own.dialect['format.ids'], store.record.id),
  })
  for (const { invoice, template, at: sent } of deeds.emails)
    told(`${store.record.name}: an email of ${invoice}`, () => {
      const request = template === undefined ? {} : { template_id: templateNamed(store, template) }
      sendInvoiceEmail(at(sent), invoiceOf(store, invoice).slug, request)
    })
  for (const { invoices, template_name, at: started } of deeds.bulk_actions)
    told(`${store.record.name}: a bulk action`, () => {
      finishBulk(at(started))
      const invoice_ids = invoices?.map((number) => invoiceOf(store, number).id) ?? [...store.invoices.keys()]
      startBulk(at(started), { invoice_ids, ...(template_name !== undefined && { template_name }) })
    })
}

/** A check has seen that it is there. */
function invoiceOf({ invoices }: Store, number: string) {
  for (const invoice of invoices.values()) if (invoice.number === number) return invoice
  throw new MockRefused(`There is no invoice ${number}`)
}

function templateNamed({ lists }: Store, name: string): number {
  const template = lists.templates
    .in('oldest_first')
    .all()
    .find((each) => each.name === name)
  if (!template) throw new MockRefused(`There is no template ${name}`)
  return template.id
}

function told(what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const said = Object.entries(error.errors).map(([field, messages]) => `${field} ${messages.join(', ')}`)
    throw new MockRefused(`${what} is refused: ${said.join('; ') || error.kind}.`, { cause: error })
  }
}
