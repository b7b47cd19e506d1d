import type { DocumentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Context } from './context.ts'
import { dropRevisionsOf } from './revisions.ts'
import { BUILT_IN_TEMPLATE } from './template-fields.ts'

/**
 * What a store remembers of what is over, so that it does not grow for ever: the newest so many emails and ended bulk
 * actions, and of documents those that something still leads to (`docs/reference/limits.md`).
 */
export const KEPT_EMAILS = 1000
export const KEPT_BULK_ACTIONS = 100

/** Forgets the oldest emails beyond `KEPT_EMAILS`. */
export function shedEmails({ emails }: Store): void {
  shedOldest(emails, KEPT_EMAILS)
}

/** Forgets the oldest bulk actions beyond `KEPT_BULK_ACTIONS`; to be called when one has ended, so that none is open. */
export function shedBulkActions({ bulk_actions }: Store): void {
  shedOldest(bulk_actions, KEPT_BULK_ACTIONS)
}

/** Forgets the documents of an invoice that nothing leads to any more, and the revisions that no other was made from. */
export function shedDocuments({ store, world }: Context, invoice_id: number): void {
  const documents = store.indexes.documentsByInvoice.all(invoice_id)
  const newest = new Map(documents.map((document) => [choiceOf(document), document]))
  for (const document of documents) {
    const isNewest = newest.get(choiceOf(document)) === document && canBeChosen(store, document)
    if (isNewest || (document.reachable_until ?? 0) > world.now() || isAttached(store, document)) continue
    store.documents.delete(document.id)
    dropRevisionsOf(store, document)
  }
}

/**
 * The document, noted as reachable for as long as a URL that is handed out now; for twice that, so that it is noted
 * again only when that time is half over.
 */
export function reachable({ store, world, dialect }: Context, document: DocumentRecord): DocumentRecord {
  const lifetime = (dialect['pdf.url_lifetime'] + 1) * 1000
  const until = world.now() + lifetime
  if ((document.reachable_until ?? 0) >= until) return document
  const noted = { ...document, reachable_until: until + lifetime }
  store.documents.set(noted.id, noted)
  return noted
}

/** Of one invoice's documents of a choice the last is handed out until there is another (`currentDocument`). */
const choiceOf = ({ kind, template_id }: DocumentRecord): string => `${kind}:${template_id}`

const canBeChosen = ({ templates }: Store, { template_id }: DocumentRecord): boolean =>
  template_id === BUILT_IN_TEMPLATE.id || templates.has(template_id)

const isAttached = ({ indexes }: Store, { id }: DocumentRecord): boolean =>
  indexes.emailsByDocument.count(id) > 0

function shedOldest<T>(table: { size: number; keys(): Iterable<T>; delete(key: T): unknown }, kept: number) {
  for (const key of table.keys()) {
    if (table.size <= kept) return
    table.delete(key)
  }
}
