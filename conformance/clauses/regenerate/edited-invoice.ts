import { createInvoice, type Creation } from '../../server/activity/new-invoices.ts'
import { firstCreations } from '../create/first-invoices.ts'
import { perRun } from '../../server/per-run.ts'
import type { Session } from '../../server/session.ts'
import { editHook } from '../../server/store/platform.ts'

const invoices = perRun<boolean, Promise<Creation | null>>()

/**
 * The invoice of an order that the target's hook edits, made once for all checks that edit.
 * @returns null without such a hook, or where no order is left
 */
export const editedInvoice = (session: Session, draft: boolean): Promise<Creation | null> =>
  invoices(session, draft, () => create(session, draft))

/** Where orders are scarce, one of those that were invoiced first. */
async function create(session: Session, draft: boolean): Promise<Creation | null> {
  if (!session.platform.has(editHook(draft))) return null
  const made = await createInvoice(session, { draft, editable: true })
  if (made) return made
  const firsts = await firstCreations(session, draft)
  return firsts.find((one) => session.orders.isEditable(one)) ?? null
}
