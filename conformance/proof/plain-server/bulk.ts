import { ensureMade, produce } from './documents.ts'
import { integerOf, readBody, readFields } from './input.ts'
import { Refusal, settle, unprocessable, type Reply } from './refusal.ts'
import type { Call, Invoice } from './store.ts'

const MAX_IDS = 5000

interface Job {
  invoices: Invoice[]
  total: number
}

/** POST /invoices/bulk_pdf */
export function bulkPdf(call: Call): () => Reply {
  const [job] = settle(
    call.world.answers,
    () => readJob(call),
    () => ensureIdle(call),
  )
  return () => started(call, job)
}

function ensureIdle({ store }: Call): void {
  if (store.bulk) throw new Refusal('conflict', {}, 0, store.bulk.shown)
}

function readJob(call: Call): Job {
  const { answers } = call.world
  const { invoice_ids: raw, ...rest } = readBody(call)
  const ids = readIds(call, raw)
  const { template_name: name } = readFields(
    answers,
    { template_name: { kind: 'text', fallback: 'default' } },
    rest,
  )
  if (typeof name === 'string' && !knowsTemplate(call, name))
    throw unprocessable('template_name', 'is not known')
  const byId = new Map([...call.store.invoices.values()].map((invoice) => [invoice.id, invoice]))
  const unknown = ids.filter((id) => !byId.has(id))
  if (unknown.length > 0 && answers.bulkUnknownIds === 'unprocessable') {
    throw unprocessable('invoice_ids', 'names unknown invoices')
  }
  const counted = answers.bulkUnknownIds === 'counted' ? ids : ids.filter((id) => byId.has(id))
  const distinct = new Set(counted)
  const invoices = [...distinct].flatMap((id) => byId.get(id) ?? [])
  for (const invoice of invoices) ensureMade(call.world, invoice, { kind: 'invoice', template: null })
  return {
    invoices,
    total: answers.bulkTotal === 'length' ? counted.length : distinct.size,
  }
}

function readIds({ world: { answers } }: Call, raw: unknown): number[] {
  const ids = Array.isArray(raw) ? raw.map((id: unknown) => readId(id, answers.coerces)) : undefined
  if (!ids || ids.includes(undefined)) throw unprocessable('invoice_ids', 'must be an array of integers')
  const length = answers.bulkRepeatedIds === 'once' ? new Set(ids).size : ids.length
  if (length > MAX_IDS) throw unprocessable('invoice_ids', `must be at most ${MAX_IDS}`)
  if (length === 0 && answers.bulkEmpty === 'unprocessable') throw unprocessable('invoice_ids', 'is empty')
  return ids.filter((id) => id !== undefined)
}

function readId(raw: unknown, coerces: boolean): number | undefined {
  const value = coerces && typeof raw === 'string' ? integerOf(raw) : raw
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

function knowsTemplate({ world, store }: Call, name: string): boolean {
  if (name === 'default' || world.answers.bulkTemplateUnknown === 'default') return true
  return [...store.templates.values()].some((template) => template.values['name'] === name)
}

function started({ world, store }: Call, { invoices, total }: Job): Reply {
  const { answers } = world
  const id = world.nextId()
  const bulk_action = { id, status: answers.bulkStatus, total_count: total }
  const finish = () => {
    clearTimeout(timer)
    store.bulk = null
    for (const invoice of invoices) produce(world, store, invoice, { kind: 'invoice', template: null })
  }
  const ms = answers.bulkMs + Math.random() * answers.bulkVariesMs
  const timer = setTimeout(finish, ms).unref()
  if (ms === 0) finish()
  else store.bulk = { shown: { bulk_action }, finish }
  return { status: answers.queuedStatus, body: { bulk_action } }
}
