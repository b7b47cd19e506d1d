import { bulkPdf } from './bulk.ts'
import { CUSTOMERS, listCustomers } from './customers.ts'
import type { Incoming } from './http-edge.ts'
import { createInvoice } from './invoice-creation.ts'
import {
  listInvoices,
  readInvoice,
  readInvoicePdf,
  regenerateInvoice,
  searchInvoices,
  sendInvoiceEmail,
} from './invoices.ts'
import { admit, quotaOf, rateHeaders, type Quota } from './rate-limit.ts'
import { recordOperations } from './records.ts'
import { Refusal, refused, settle, unprocessable, type Reply } from './refusal.ts'
import { readSettings, updateSettings } from './settings.ts'
import type { Call, Store, World } from './store.ts'
import { TEMPLATES, listTemplates } from './templates.ts'

/** Checks a request and answers what then does it; throws a Refusal and has no effect otherwise. */
type Operation = (call: Call) => () => Reply

const templates = recordOperations(TEMPLATES)
const customers = recordOperations(CUSTOMERS)

/** The first row that fits is taken, so literal segments stand above `*`. */
const ROUTES: readonly (readonly [method: string, path: string, operation: Operation])[] = [
  ['GET', 'invoices', listInvoices],
  ['POST', 'invoices', createInvoice],
  ['GET', 'invoices/search', searchInvoices],
  ['POST', 'invoices/bulk_pdf', bulkPdf],
  ['GET', 'invoices/*', readInvoice],
  ['POST', 'invoices/*/regenerate', regenerateInvoice],
  ['GET', 'invoices/*/pdf', readInvoicePdf],
  ['POST', 'invoices/*/send_email', sendInvoiceEmail],
  ['GET', 'templates', listTemplates],
  ['POST', 'templates', templates.create],
  ['GET', 'templates/*', templates.read],
  ['PATCH', 'templates/*', templates.update],
  ['DELETE', 'templates/*', templates.remove],
  ['GET', 'customers', listCustomers],
  ['POST', 'customers', customers.create],
  ['GET', 'customers/*', customers.read],
  ['PATCH', 'customers/*', customers.update],
  ['DELETE', 'customers/*', customers.remove],
  ['GET', 'settings', readSettings],
  ['PATCH', 'settings', updateSettings],
]

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return segment
    throw error
  }
}

function fits(pattern: string, segments: readonly string[]): boolean {
  const parts = pattern.split('/')
  const fit = (part: string, index: number) =>
    part === '*' ? segments[index] !== '' : part === segments[index]
  return parts.length === segments.length && parts.every(fit)
}

/** The answer to a request below the API's base path; `path` begins after it. */
export function apiReply(world: World, request: Incoming, path: string): Reply {
  const segments = path.slice(1).split('/').map(decoded)
  const rows = ROUTES.filter(([, pattern]) => fits(pattern, segments))
  const [, , operation] = rows.find(([method]) => method === request.method) ?? []
  if (operation) return operated(world, request, operation, segments[1] ?? '')
  return {
    status: rows.length > 0 ? world.answers.wrongMethodStatus : 404,
    body: { message: 'no such operation' },
  }
}

function operated(world: World, request: Incoming, operation: Operation, key: string): Reply {
  const store = world.stores.find((candidate) => candidate.apiKey === request.headers['x-auth-token'])
  const quota = store && quotaOf(world.answers, store.quota, operation)
  try {
    if (!store || !quota) throw new Refusal('unauthorized')
    if (store.plan === 'free') throw new Refusal('forbidden')
    const commit = checked(world, quota, operation, callOf(world, store, request, key))
    return withRate(world, quota, commit())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reply = refused(world.answers, error)
    return quota ? withRate(world, quota, reply, error.kind === 'rate_limited') : reply
  }
}

/** The limit is one check among the operation's own, so that the precedence decides which is told. */
function checked(world: World, quota: Quota, operation: Operation, call: Call): () => Reply {
  const counts = operation !== bulkPdf || world.answers.rateLimitsBulk
  const [, commit] = settle(
    world.answers,
    () => counts && admit(quota, Date.now()),
    () => operation(call),
  )
  return commit
}

function withRate({ answers }: World, quota: Quota, reply: Reply, limited = false): Reply {
  if (!limited && !answers.rateHeadersAlways) return reply
  return { ...reply, headers: { ...reply.headers, ...rateHeaders(answers, quota, Date.now()) } }
}

function callOf(world: World, store: Store, request: Incoming, key: string): Call {
  return {
    world,
    store,
    key,
    query: request.query,
    hasBody: request.body.length > 0,
    body: () => parsed(world, request),
  }
}

function parsed({ answers }: World, { headers, body }: Incoming): unknown {
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '')
  if (answers.contentType === 'required' && !isJson)
    throw unprocessable('content_type', 'must be application/json')
  return parseJson(body)
}

/** @throws Refusal malformed when the text is no JSON */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal('malformed', { body: 'is no JSON' })
    throw error
  }
}
