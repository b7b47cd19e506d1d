import { createInvoice, type Creation } from '../../store/new-invoices.ts'
import type { Session } from '../../session.ts'

const made = new WeakMap<Session, Map<boolean, Promise<Creation | null>>>()

/**
 * The invoice of an order that the target's hook edits, made once for all checks that edit.
 * @returns null without such a hook, or where no order is left
 */
export function editedInvoice(session: Session, draft: boolean): Promise<Creation | null> {
  const invoices = made.get(session) ?? new Map<boolean, Promise<Creation | null>>()
  made.set(session, invoices)
  let invoice = invoices.get(draft)
  if (!invoice) invoices.set(draft, (invoice = create(session, draft)))
  return invoice
}

async function create(session: Session, draft: boolean): Promise<Creation | null> {
  if (!session.platform.has(draft ? 'edit_draft_order' : 'edit_order')) return null
  return createInvoice(session, { draft, editable: true })
}
