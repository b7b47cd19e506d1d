import { OPERATION_IDS, OPERATIONS } from '../../schemas/operations.ts'
import type { Permission } from '../../schemas/permissions.ts'
import { isOneOf, keysOf } from '../../schemas/tables.ts'
import type { ReportEffects } from '../../schemas/types.ts'
import type { Step } from '../judge/check.ts'
import { PLAIN_DOCUMENTS } from '../server/client/permissions/rules.ts'
import type { Supply } from '../server/activity/supply-orders.ts'
import { permissionOfHook } from '../server/client/permissions/hook-permissions.ts'
import { permissionOf, type Target } from '../server/target.ts'
import { EFFECTS } from './costs.ts'
import { isPossible } from './estimate.ts'

/** Facts about the store before a run. */
export interface Known {
  /** As the settings show it; null where they do not. */
  next_invoice_number: string | null
}

/**
 * Invoices that no single step accounts for: a bare store gets a dozen, and several are made by whichever check needs
 * them first.
 */
const SHARED_INVOICES = 24

type Counts = Readonly<Record<string, number>>

/**
 * Effects of a run of these steps on the deployment: the permitted ones of the requests that each step sends to a mock.
 * A deployment with other data gets more requests or fewer. Requests without permission are never sent.
 */
export function forecast(steps: readonly Step[], target: Target, known: Known): ReportEffects {
  const requests = requestsOf(
    steps.filter((step) => isPossible(step, target)),
    target,
  )
  const of = (name: string): number => requests[name] ?? 0
  const { order_ids, draft_order_ids } = target
  const supply = supplyFor(steps, target)
  const supplied = supply.orders + supply.drafts
  const given = order_ids.length + draft_order_ids.length + supplied
  const creates = of('createInvoice')
  const invoices = creates === 0 ? 0 : Math.min(creates + SHARED_INVOICES, given)
  const templates = of('createTemplate')
  const customers = of('createCustomer')
  const orders = Math.min(of('hook edit_order') + of('hook edit_draft_order'), given)
  const settings = of('updateSettings')
  return {
    requests,
    created: counts({ orders: supplied, invoices, templates, customers, 'bulk actions': of('bulkPdf') }),
    changed: counts({ orders, 'updates of settings': settings, 'deleted orders': of('hook delete_order') }),
    restored: counts({ templates, customers, orders, 'updates of settings': settings }),
    orders: { given, used: invoices, fresh: invoices, left: given - invoices },
    emails: of('sendInvoiceEmail') === 0 ? [] : [{ to: recipients(target), count: of('sendInvoiceEmail') }],
    counters: invoices === 0 ? [] : [moved(known, invoices)],
    documents: of('readInvoicePdf') + invoices + of('regenerateInvoice'),
  }
}

/** Orders and draft orders that a run creates at most: no check has to share one with another. */
const SUPPLY = { orders: 30, drafts: 12 }

/** Orders that the hooks of the target create for these steps. */
export function supplyFor(steps: readonly Step[], target: Target): Supply {
  const creations = requestsOf(
    steps.filter((step) => isPossible(step, target)),
    target,
  )['createInvoice']
  const { hooks, allow } = target
  if (creations === undefined || !allow.has('orders')) return { orders: 0, drafts: 0 }
  return {
    orders: hooks.create_order ? Math.min(SUPPLY.orders, creations + 4) : 0,
    drafts: hooks.create_draft_order ? Math.min(SUPPLY.drafts, creations + 4) : 0,
  }
}

const counts = (all: Counts): Record<string, number> =>
  Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0))

/** Requests by operation or hook that may have an effect, the most frequent first. */
function requestsOf(steps: readonly Step[], target: Target): Record<string, number> {
  const sums = new Map<string, number>()
  for (const { name } of steps)
    for (const [request, count] of Object.entries(EFFECTS[name] ?? {}))
      if (isPermitted(request, target)) sums.set(request, (sums.get(request) ?? 0) + count)
  const documents = sums.get('readInvoicePdf') ?? 0
  if (!target.allow.has('documents') && documents > 0)
    sums.set('readInvoicePdf', Math.min(documents, PLAIN_DOCUMENTS))
  return Object.fromEntries([...sums].toSorted(([, a], [, b]) => b - a))
}

function isPermitted(request: string, { allow, hooks }: Target): boolean {
  if (!isOneOf(OPERATION_IDS, request)) {
    const name = keysOf(hooks).find((hook) => request === `hook ${hook}`)
    const permission = name && permissionOfHook(name)
    return permission !== undefined && (permission === null || allow.has(permission))
  }
  const permission: Permission | null = permissionOf(request)
  return permission === null ? OPERATIONS[request].method === 'GET' : allow.has(permission)
}

const recipients = ({ email_recipients }: Target): string =>
  [...email_recipients, 'addresses that the run sets'].join(', ')

const moved = ({ next_invoice_number }: Known, invoices: number): ReportEffects['counters'][number] => ({
  name: 'next_invoice_number',
  from: next_invoice_number ?? 'unknown',
  to: `at most ${invoices} higher`,
})
