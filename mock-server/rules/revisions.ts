import {
  revisionKey,
  type DocumentRecord,
  type InvoiceRecord,
  type Revision,
  type SettingsRecord,
  type TemplateRecord,
} from '../store/records.ts'
import { settingsOf, type Store } from '../store/store.ts'
import { BUILT_IN_TEMPLATE } from './template-fields.ts'

/** Puts the next state of an invoice in its place; what a document was made from stays to be had. */
export function replaceInvoice(store: Store, next: InvoiceRecord): InvoiceRecord {
  const before = store.invoices.get(next.id)
  if (before && before.revision !== next.revision && invoiceHasDocument(store, before))
    store.revisions.set(revisionKey('invoice', before.id, before.revision), before)
  store.invoices.set(next.id, next)
  return next
}

/** Puts the next state of a template in its place; what a document was made from stays to be had. */
export function replaceTemplate(store: Store, next: TemplateRecord): TemplateRecord {
  const before = store.templates.get(next.id)
  if (before && before.revision !== next.revision) keepTemplate(store, before)
  store.templates.set(next.id, next)
  return next
}

/** Deletes a template; documents that were made with it stay as they are. */
export function dropTemplate(store: Store, template: TemplateRecord): void {
  keepTemplate(store, template)
  store.templates.delete(template.id)
}

/** Puts the next state of the settings in their place; what a document was made from stays to be had. */
export function replaceSettings(store: Store, next: SettingsRecord): SettingsRecord {
  const before = settingsOf(store)
  if (before.revision !== next.revision && store.indexes.documentsBySettings.count(before.revision) > 0)
    store.revisions.set(revisionKey('settings', 0, before.revision), before)
  store.settings.set('settings', next)
  return next
}

/** Forgets the revisions that a document was made from, now that it is gone and where no other was made from them. */
export function dropRevisionsOf(store: Store, { invoice_id, template_id, made_from }: DocumentRecord): void {
  const { documentsByTemplate, documentsBySettings } = store.indexes
  if (!invoiceHasDocument(store, { id: invoice_id, revision: made_from.invoice }))
    store.revisions.delete(revisionKey('invoice', invoice_id, made_from.invoice))
  if (documentsByTemplate.count(`${template_id}:${made_from.template}`) === 0)
    store.revisions.delete(revisionKey('template', template_id, made_from.template))
  if (documentsBySettings.count(made_from.settings) === 0)
    store.revisions.delete(revisionKey('settings', 0, made_from.settings))
}

/** The records that a document was made from, as they were then. */
export interface MadeFrom {
  invoice: InvoiceRecord
  template: TemplateRecord
  settings: SettingsRecord
}

/** Finds what a document was made from. */
export function madeFrom(store: Store, { invoice_id, template_id, made_from }: DocumentRecord): MadeFrom {
  const template = template_id === BUILT_IN_TEMPLATE.id ? BUILT_IN_TEMPLATE : store.templates.get(template_id)
  return {
    invoice: atRevision(store, 'invoice', invoice_id, made_from.invoice, store.invoices.get(invoice_id)),
    template: atRevision(store, 'template', template_id, made_from.template, template),
    settings: atRevision(store, 'settings', 0, made_from.settings, settingsOf(store)),
  }
}

function invoiceHasDocument(store: Store, { id, revision }: Pick<InvoiceRecord, 'id' | 'revision'>): boolean {
  return store.indexes.documentsByInvoice.all(id).some(({ made_from }) => made_from.invoice === revision)
}

function keepTemplate(store: Store, template: TemplateRecord): void {
  const { id, revision } = template
  if (store.indexes.documentsByTemplate.count(`${id}:${revision}`) > 0)
    store.revisions.set(revisionKey('template', id, revision), template)
}

function atRevision<T extends Revision>(
  store: Store,
  what: keyof MadeFrom,
  id: number,
  revision: number,
  now: T | undefined,
): T {
  if (now?.revision === revision) return now
  // What is filed under a kind's name is of that kind.
  const kept = store.revisions.get(revisionKey(what, id, revision)) as T | undefined
  if (!kept) throw new Error(`A document refers to revision ${revision} of ${what} ${id}, which was not kept`)
  return kept
}
