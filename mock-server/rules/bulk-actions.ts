import type { Dialect } from '../../schemas/dialect.ts'
import { MOST_BULK_INVOICES } from '../../schemas/limits.ts'
import type { BulkAction, BulkPdfRequest } from '../../schemas/types.ts'
import type { BulkActionRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { defaultTemplate, type DocumentChoice } from './invoice-or-packing-slip.ts'
import type { Context } from './context.ts'
import { makeDocument } from './documents.ts'
import { shedBulkActions } from './history.ts'
import { Refusal } from '../refusal.ts'
import { timestamp } from './timestamps.ts'

/** Documents that one request stores at most, so that none waits for a bulk action of thousands. */
const SLICE = 200

/**
 * POST /invoices/bulk_pdf: queues a bulk action (clauses bulk.queued, bulk.conflict).
 * @throws Refusal unprocessable, or conflict while another action of the store is in progress
 */
export function startBulk(context: Context, request: BulkPdfRequest): BulkAction {
  const { store, world, dialect, nextId } = context
  const asked = [...new Set(request.invoice_ids)]
  if (asked.length > MOST_BULK_INVOICES)
    throw new Refusal('unprocessable', { invoice_ids: [`must hold at most ${MOST_BULK_INVOICES} invoices`] })
  if (asked.length === 0 && { unprocessable: true, accepted: false }[dialect['bulk.empty']])
    throw new Refusal('unprocessable', { invoice_ids: ["can't be empty"] })
  const invoice_ids = asked.filter((id) => store.invoices.has(id))
  const total_count =
    invoice_ids.length === asked.length
      ? asked.length
      : TOTALS[dialect['bulk.unknown_ids']](asked, invoice_ids)
  const template_id = templateNamed(context, request.template_name)
  endThePrevious(context)
  const action: BulkActionRecord = {
    id: nextId(),
    invoice_ids,
    template_id,
    total_count,
    started_at: timestamp(world.now()),
    ended_at: null,
  }
  store.bulk_actions.set(action.id, action)
  return { id: action.id, status: dialect['bulk.statuses'].queued, total_count }
}

/**
 * Stores the documents that are due by the clock, a slice of them at a time, and ends the action after its last.
 * Costs nothing while the store has no bulk action; to be called at each request of the store.
 */
export function progressBulk(context: Context): void {
  const action = openAction(context.store)
  if (!action) return
  storeDocuments(
    context,
    action,
    Math.min(dueDocuments(context, action), stored(context.store, action) + SLICE),
  )
  const { ends_at } = timesOf(action, context.dialect['bulk.duration'])
  const complete = stored(context.store, action) === action.invoice_ids.length
  if (complete && context.world.now() >= ends_at) end(context.store, action, ends_at)
}

/** Ends the store's bulk action now, all its documents stored; whether there was one. */
export function finishBulk(context: Context): boolean {
  const action = openAction(context.store)
  if (!action) return false
  storeDocuments(context, action, action.invoice_ids.length)
  end(context.store, action, context.world.now())
  return true
}

/** A bulk action as it stands on the mock's clock. */
export function bulkActionOf({ world, dialect }: Context, action: BulkActionRecord): BulkAction {
  const { processing_from, ends_at } = timesOf(action, dialect['bulk.duration'])
  const { queued, processing, completed } = dialect['bulk.statuses']
  const now = world.now()
  const running = now >= processing_from ? processing : queued
  const status = action.ended_at !== null || now >= ends_at ? completed : running
  return { id: action.id, status, total_count: action.total_count }
}

/** Bulk action with fields that the API does not show. */
export interface BulkActionDetail extends BulkAction {
  invoice_ids: number[]
  /** Id of the template; null for the default template of each invoice. */
  template_id: number | null
  started_at: string
  /** End of the bulk action on the clock of the store, past or future. */
  ends_at: string
}

/** All bulk actions of the store as they stand on its clock, the oldest first. */
export function listBulkActions(context: Context): BulkActionDetail[] {
  return [...context.store.bulk_actions.values()].map((action) => {
    const { ends_at } = timesOf(action, context.dialect['bulk.duration'])
    const { invoice_ids, template_id, started_at, ended_at } = action
    const known = { invoice_ids, template_id, started_at, ends_at: ended_at ?? timestamp(ends_at) }
    return { ...bulkActionOf(context, action), ...known }
  })
}

/** How many invoices an action is said to be of, where not all that are asked for are known. */
const TOTALS: Record<Dialect['bulk.unknown_ids'], (asked: number[], known: number[]) => number> = {
  counted: (asked) => asked.length,
  skipped: (_asked, known) => known.length,
  unprocessable: (asked, known) => refuseUnknown(asked, new Set(known)),
}

function refuseUnknown(asked: number[], known: ReadonlySet<number>): never {
  const unknown = asked.filter((id) => !known.has(id))
  const shown = unknown.slice(0, 10).join(', ')
  throw new Refusal('unprocessable', {
    invoice_ids: [`must name invoices of the store, unlike ${shown}${unknown.length > 10 ? ', …' : ''}`],
  })
}

/** The template of that name, the oldest of several; null for the default one, which is also called `default`. */
function templateNamed({ store, dialect }: Context, name = 'default'): number | null {
  const all = store.lists.templates.in('oldest_first').all()
  const named = all.find((template) => template.name === name)
  if (named) return named.id
  if (
    name === 'default' ||
    { default_template: true, unprocessable: false }[dialect['bulk.template_unknown']]
  )
    return null
  throw new Refusal('unprocessable', { template_name: ['is unknown'] })
}

/** @throws Refusal conflict while an action is in progress; one whose time is over ends here at the latest */
function endThePrevious(context: Context): void {
  const action = openAction(context.store)
  if (!action) return
  const { ends_at } = timesOf(action, context.dialect['bulk.duration'])
  if (context.world.now() < ends_at) throw new Refusal('conflict')
  storeDocuments(context, action, action.invoice_ids.length)
  end(context.store, action, ends_at)
}

function openAction(store: Store): BulkActionRecord | undefined {
  return store.indexes.openBulkActions.first(true)
}

function stored(store: Store, { id }: BulkActionRecord): number {
  return store.bulk_progress.get(id) ?? 0
}

/** When an action leaves the queue, and when it has ended, in milliseconds since 1970 on the mock's clock. */
function timesOf({ started_at, invoice_ids }: BulkActionRecord, duration: Dialect['bulk.duration']) {
  const processing_from = Date.parse(started_at) + duration.base_ms
  return { processing_from, ends_at: processing_from + duration.per_invoice_ms * invoice_ids.length }
}

/** How many of its documents an action has made by now. */
function dueDocuments({ world, dialect }: Context, action: BulkActionRecord): number {
  const { per_invoice_ms } = dialect['bulk.duration']
  const { processing_from, ends_at } = timesOf(action, dialect['bulk.duration'])
  const now = world.now()
  if (now >= ends_at) return action.invoice_ids.length
  return now < processing_from ? 0 : Math.floor((now - processing_from) / per_invoice_ms)
}

/** Stores an action's documents up to the given count, each dated when it was due. */
function storeDocuments(context: Context, action: BulkActionRecord, count: number): void {
  const { store, world, dialect } = context
  const before = stored(store, action)
  if (count <= before) return
  const { processing_from } = timesOf(action, dialect['bulk.duration'])
  for (const [index, id] of action.invoice_ids.slice(before, count).entries()) {
    const due = processing_from + (before + index + 1) * dialect['bulk.duration'].per_invoice_ms
    storeDocument(context, id, action, Math.min(due, world.now()))
  }
  store.bulk_progress.set(action.id, count)
}

function storeDocument(context: Context, id: number, { template_id }: BulkActionRecord, at: number): void {
  const invoice = context.store.invoices.get(id)
  if (invoice) makeDocument(context, invoice, bulkChoice(context.store, template_id, invoice.draft), at)
}

/** The action's template, or the default one when it has none or it was deleted meanwhile. */
function bulkChoice(store: Store, template_id: number | null, draft: boolean): DocumentChoice {
  const template = template_id === null ? undefined : store.templates.get(template_id)
  const kind = template?.template_type === 'packing_slip' ? 'packing_slip' : 'invoice'
  return { kind, template: template ?? defaultTemplate(store, kind, draft) }
}

function end(store: Store, action: BulkActionRecord, at: number): void {
  store.bulk_actions.set(action.id, { ...action, ended_at: timestamp(at) })
  store.bulk_progress.delete(action.id)
  shedBulkActions(store)
}
