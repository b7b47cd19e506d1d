import { setTimeout as wait } from 'node:timers/promises'
import {
  type Answer,
  type ApiRequest,
  type Context,
  contextOf,
  type DocumentRecord,
  type Exchange,
  Refusal,
  type TemplateRecord,
} from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { isObject } from '../../server/client/exchange.ts'
import { across, afterHandler, amendingMeta, around, bodyOf, refusing } from './answers.ts'
import { sentBody, tamingFields } from './bodies.ts'
import { isRunning } from './bulk.ts'
import { drawing, lastOf, pointing } from './documents.ts'
import { afterGate, aroundGate } from './gates.ts'
import { keepingFirst, lending } from './memory.ts'
import { type Change, type Faults, noting, ofEach } from './mutant.ts'
import { isFor, RECORD_WRITES } from './operations.ts'
import { finding } from './paging.ts'
import { LATENCY_MS, sharingTheStore } from './races.ts'
import { saving } from './regenerate.ts'
import { onReply, taggedByPath } from './replies.ts'

// Faults of the moment at which a request comes, and of how clients write it that are not this suite.

export const MOMENT_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'auth.scope-invoices': mixingUp('listInvoices'),
  'auth.scope-templates': {
    ...mixingUp('listTemplates'),
    'A template that its own store has just used is known to all': noting(
      Map<number, TemplateRecord>,
      (used) => [
        lending('readInvoicePdf', ({ context: { store }, query }) => {
          const id = Number(query['template_id'])
          return store.templates.has(id) ? undefined : used.get(id)
        }),
        afterHandler('readInvoicePdf', ({ context: { store }, query }) => {
          const template = store.templates.get(Number(query['template_id']))
          used.clear()
          if (template) used.set(template.id, template)
        }),
      ],
    ),
  },
  'auth.scope-customers': mixingUp('listCustomers'),
  'auth.scope-settings': {
    ...mixingUp('readSettings'),
    'Of two stores that change settings at once both change those of the last one':
      sharingTheStore('updateSettings'),
  },
  'regenerate.unedited': {
    'Of regenerations of one invoice at once each adds its lines': noting(Map<string, number>, (meeting) => [
      afterGate('existing', async (exchange) => {
        if (!isFor(exchange, 'regenerateInvoice')) return
        const { slug } = exchange.params
        meeting.set(slug, (meeting.get(slug) ?? 0) + 1)
        await wait(LATENCY_MS)
      }),
      saving(({ slug, line_items }) => {
        const others = (meeting.get(slug) ?? 1) - 1
        meeting.set(slug, others)
        return others > 0 ? { line_items: [...line_items, ...line_items] } : {}
      }),
    ]),
  },
  'regenerate.resyncs': {
    'An invoice is not found by an email with a plus that came by a regeneration': finding(
      'searchInvoices',
      (found, { query }) => (String(query['q']).includes('+') ? [] : found),
    ),
    ...ofEach(['readInvoice', 'listInvoices', 'searchInvoices'], (view: OperationId) => ({
      [`Who has seen an answer of ${view} is told ever after that it has not changed`]: taggedByPath(view),
    })),
  },
  'templates.invalid': {
    'An update that is refused takes its flags from all other templates': aroundGate(
      'body',
      async (exchange, through) => {
        try {
          await through()
        } catch (error) {
          if (isFor(exchange, 'updateTemplate')) takeFlags(exchange)
          throw error
        }
      },
    ),
  },
  'search.by-customer-email': {
    'A creation re-syncs the invoice that is there, and search finds it by its former email alone': noting(
      Map<string, string>,
      (brought) => [
        around('createInvoice', (request, handler, handlers) => {
          const { slug, customer } = bodyOf<'createInvoice'>(handler(request)).invoice
          const answer = handlers.regenerateInvoice({
            ...request,
            params: { ...request.params, slug },
            query: {},
          })
          const { email } = bodyOf<'regenerateInvoice'>(answer).invoice.customer
          if (email !== customer.email) brought.set(slug, email)
          return answer
        }),
        afterHandler('regenerateInvoice', ({ params }) => void brought.delete(params.slug)),
        finding('searchInvoices', (found) =>
          found.filter(({ slug, customer_email }) => brought.get(slug) !== customer_email),
        ),
      ],
    ),
  },
  'customers.list': {
    'Customers whom a creation files are not counted before another one is written': noting(
      Map<string, number>,
      (filed) => [
        around('createInvoice', (request, handler, handlers) => {
          const answer = handler(request)
          const { store } = request.context
          const { first_name, last_name, email } = bodyOf<'createInvoice'>(answer).invoice.customer
          if (email === '' || [...store.customers.values()].some((one) => one.email === email)) return answer
          handlers.createCustomer({ ...request, body: { customer: { first_name, last_name, email } } })
          filed.set(store.record.name, 1 + (filed.get(store.record.name) ?? 0))
          return answer
        }),
        afterHandler(RECORD_WRITES, ({ context: { store } }) => void filed.delete(store.record.name)),
        amendingMeta('listCustomers', ({ total }, { context: { store } }) => ({
          total: total - (filed.get(store.record.name) ?? 0),
        })),
      ],
    ),
  },
  'customers.search-email': {
    'A search for the email of a deleted customer finds nobody who has it again': noting(
      Set<string>,
      (deleted) => [
        across(
          'deleteCustomer',
          ({ context: { store }, params }) => store.customers.get(params.id),
          (customer) => customer && deleted.add(customer.email),
        ),
        finding('listCustomers', (found, { query }) =>
          deleted.has(String(query['search']))
            ? found.filter(({ email }) => email !== query['search'])
            : found,
        ),
      ],
    ),
  },
  'search.pagination': {
    'The total of a search is what it was when the same was searched first': keepingFirst<object>((first) =>
      amendingMeta('searchInvoices', ({ total, total_pages }, { query, context }) =>
        first(JSON.stringify([context.store.record.name, query]), () => ({ total, total_pages })),
      ),
    ),
  },
  'regenerate.pdf': {
    'Documents show the addresses that a customer of that name had first': keepingFirst<object>((first) =>
      drawing((source) => {
        const { customer, billing_address, shipping_address } = source.invoice
        const addresses = first(JSON.stringify(customer), () => ({ billing_address, shipping_address }))
        return { ...source, invoice: { ...source.invoice, ...addresses } }
      }),
    ),
    'At its end an action puts back the documents of its beginning': noting(
      Map<number, DocumentRecord>,
      (kept) => [
        afterHandler('bulkPdf', ({ context: { store } }) => {
          for (const invoice_id of store.invoices.keys()) {
            const document = lastOf(store, { invoice_id }, 'invoice')
            if (document) kept.set(invoice_id, document)
          }
        }),
        afterHandler('regenerateInvoice', (request, { invoice }) => {
          if (!isRunning(request.context.store, request)) kept.delete(invoice.id)
        }),
        pointing((document, request) =>
          document.kind === 'packing_slip' || isRunning(request.context.store, request)
            ? document
            : (kept.get(document.invoice_id) ?? document),
        ),
      ],
    ),
  },
  'pdf.shows-invoice': {
    'Of invoices that are created at once each has the document of the one before it': mixingUpDocuments(),
  },
  'settings.partial-update': {
    ...keeping('readSettings', 'updateSettings'),
    'Who has seen the settings is told ever after that they have not changed': taggedByPath('readSettings'),
  },
  'templates.update': {
    ...keeping('readTemplate', 'updateTemplate'),
    ...endingAtNull('updateTemplate'),
  },
  'customers.update': {
    ...keeping('readCustomer', 'updateCustomer'),
    ...endingAtNull('updateCustomer'),
  },
  'settings.read': {
    'The key is found by X-Auth-Token and x-auth-token alone': aroundGate(
      'authenticate',
      ({ http }, through) => {
        if (http.rawHeaders.includes('X-AUTH-TOKEN')) throw new Refusal('unauthorized')
        return through()
      },
    ),
  },
  'create.returns-existing': {
    'While documents are printed a creation is a conflict': refusing(
      'createInvoice',
      'conflict',
      ({ context }) => [...context.store.bulk_actions.values()].some(({ ended_at }) => ended_at === null),
    ),
  },
  'shape.money': {
    'Amounts are written as in the language that is asked for': onReply((answer, { http }) =>
      String(http.headers['accept-language']).startsWith('de')
        ? { ...answer, body: String(answer.body).replaceAll(/(_price":"-?\d+)\.(?=\d)/g, '$1,') }
        : answer,
    ),
  },
}

/** The store that asks is kept where the next request overwrites it, while a data base is waited for. */
function mixingUp(operation: OperationId): Faults {
  return {
    [`Of two stores that ask ${operation} at once both get what is the last one's`]:
      sharingTheStore(operation),
  }
}

/** The flags of a body are no other template's any more. */
function takeFlags(exchange: Exchange): void {
  const sent = sentBody(exchange)
  const template = isObject(sent) ? sent['template'] : undefined
  const { templates } = contextOf(exchange).store
  const taken = Object.entries(isObject(template) ? template : {}).filter(([, value]) => value === true)
  for (const one of templates.values())
    templates.set(one.id, { ...one, ...Object.fromEntries(taken.map(([name]) => [name, false])) })
}

/** Reading a body ends at its first null. */
function endingAtNull(update: 'updateTemplate' | 'updateCustomer'): Faults {
  return {
    'Of an update nothing is read that stands behind a null': tamingFields(update, (fields) => {
      const entries = Object.entries(fields)
      const end = entries.findIndex(([, value]) => value === null)
      return Object.fromEntries(end < 0 ? entries : entries.slice(0, end))
    }),
  }
}

/** Documents are filed where the creation that came before may still be at work. */
function mixingUpDocuments(): Change {
  return noting(Map<number, number>, (before) => {
    let underWay = 0
    let last = 0
    return [
      afterGate('body', async (exchange) => {
        if (!isFor(exchange, 'createInvoice')) return
        underWay++
        await wait(LATENCY_MS)
        underWay--
      }),
      afterHandler('createInvoice', (_request, { invoice: { id } }) => {
        if (last > 0) before.set(id, last)
        last = underWay > 0 ? id : 0
      }),
      pointing((document, { context: { store } }) => {
        const other = before.get(document.invoice_id)
        return (other !== undefined && lastOf(store, { invoice_id: other }, document.kind)) || document
      }),
    ]
  })
}

/** A cache that is emptied by what is written, and filled with what was looked up a moment before. */
function keeping(
  read: 'readSettings' | 'readTemplate' | 'readCustomer',
  update: 'updateSettings' | 'updateTemplate' | 'updateCustomer',
): Faults {
  return {
    [`What ${read} looked up before ${update} may be kept as what is so after it`]: noting(
      Map<string, Answer>,
      (kept) => [
        filling(kept, read),
        around(read, (request, handler) => kept.get(keyOf(request.context, request)) ?? handler(request)),
        afterHandler(update, () => kept.clear()),
      ],
    ),
  }
}

const filling =
  (kept: Map<string, Answer>, operation: OperationId): Change =>
  (parts) =>
    afterGate('body', async (exchange) => {
      const { params, query, body } = exchange
      const context = contextOf(exchange)
      const key = keyOf(context, { params })
      if (!isFor(exchange, operation) || kept.has(key)) return
      const request = { operation, context, params, query, body, documentUrl: () => '' }
      const answer = parts.handlers[operation](request)
      await wait(LATENCY_MS)
      kept.set(key, answer)
    })(parts)

const keyOf = ({ store }: Context, { params }: Pick<ApiRequest, 'params'>): string =>
  JSON.stringify([store.record.name, params])
