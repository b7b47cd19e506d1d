import type { Observer } from '../../judge/observer.ts'
import { createInvoice, type Creation } from '../../server/activity/new-invoices.ts'
import { perRun } from '../../server/per-run.ts'
import { editHook } from '../../server/store/platform.ts'
import { firstCreations } from '../create/first-invoices.ts'

const invoices = perRun<boolean, Promise<Creation | null>>()

/**
 * The invoice of an order that the target's hook edits, made once for all checks that edit.
 * @returns null without such a hook, or where no order is left
 */
export const editedInvoice = (observer: Observer, draft: boolean): Promise<Creation | null> =>
  invoices(observer.session, draft, () => create(observer, draft))

/** Where orders are scarce, one of those that were invoiced first. */
async function create(observer: Observer, draft: boolean): Promise<Creation | null> {
  if (!observer.platform.has(editHook(draft))) return null
  const made = await createInvoice(observer.session, { draft, editable: true })
  // Where orders are not scarce others work on those that were made first, at the same time.
  if (made || !observer.orders.isScarce) return made
  const firsts = await firstCreations(observer, draft)
  return firsts.find((one) => observer.orders.isEditable(one)) ?? null
}
