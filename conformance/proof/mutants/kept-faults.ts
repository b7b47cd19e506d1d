import type { DocumentRecord, TemplateRecord } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { across, afterHandler, amendingMeta, around, bodyOf } from './answers.ts'
import { isRunning } from './bulk.ts'
import { drawing, lastOf, pointing } from './documents.ts'
import { keepingFirst, lending } from './memory.ts'
import { type Faults, noting, ofEach } from './mutant.ts'
import { RECORD_WRITES } from './operations.ts'
import { finding } from './paging.ts'
import { taggedByPath } from './replies.ts'

// Faults of what is kept for longer than it is so, or for others than it is so for.

export const KEPT_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'auth.scope-templates': {
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
  'settings.partial-update': {
    'Who has seen the settings is told ever after that they have not changed': taggedByPath('readSettings'),
  },
  'regenerate.resyncs': {
    ...ofEach(['readInvoice', 'listInvoices', 'searchInvoices'], (view: OperationId) => ({
      [`Who has seen an answer of ${view} is told ever after that it has not changed`]: taggedByPath(view),
    })),
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
}
