import type { CustomerRecord, InvoiceRecord, TemplateRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { Refusal } from '../refusal.ts'

/** @throws Refusal not-found (clause read.unknown) */
export function findInvoice(store: Store, slug: string): InvoiceRecord {
  return found(store.indexes.invoicesBySlug.first(slug))
}

/** @throws Refusal not-found (clause templates.unknown) */
export function findTemplate(store: Store, id: number): TemplateRecord {
  return found(store.templates.get(id))
}

/** @throws Refusal not-found (clause customers.unknown) */
export function findCustomer(store: Store, id: number): CustomerRecord {
  return found(store.customers.get(id))
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Refusal('not-found')
  return record
}
