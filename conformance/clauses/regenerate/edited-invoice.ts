import { createInvoice, type Creation } from '../../server/store/new-invoices.ts'
import { firstInvoices } from '../create/first-invoices.ts'
import type { Session } from '../../server/session.ts'
import { editHook } from '../../server/store/platform.ts'

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
  if (!session.platform.has(editHook(draft))) return null
  return (await createInvoice(session, { draft, editable: true })) ?? firstOne(session, draft)
}

/** Where orders are scarce, one of those that were invoiced first. */
async function firstOne(session: Session, draft: boolean): Promise<Creation | null> {
  const { order_ids, draft_order_ids } = session.target
  const isEdited = (id: number) => !(order_ids.includes(id) && draft_order_ids.includes(id))
  const first = (await firstInvoices(session)).find((one) => one.draft === draft && isEdited(one.order_id))
  return first?.creation ?? null
}
