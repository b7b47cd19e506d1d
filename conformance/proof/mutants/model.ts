import { setTimeout as wait } from 'node:timers/promises'
import {
  type Answer,
  type ApiRequest,
  customerOf,
  type CustomerRecord,
  findInvoice,
  Refusal,
  settingsOf,
  type SettingsRecord,
  templateOf,
} from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { afterHandler, answering, around, bodyOf, changing } from './answers.ts'
import { crossFaults } from './cross-faults.ts'
import { afterGate } from './gates.ts'
import { forgetting, forgettingEach, keepingFirst } from './memory.ts'
import { all, type Change, type FaultsOf, fresh, noting } from './mutant.ts'
import { isFor, RECORD_WRITES } from './operations.ts'
import { finding } from './paging.ts'
import { LATENCY_MS } from './races.ts'
import { onReply } from './replies.ts'
import { edit, fieldsOf } from './writes.ts'

/** Faults that only sequences of operations show. */
export const MODEL_FAULTS: FaultsOf<'model'> = {
  'model.sequences': {
    ...crossFaults(),
    'GET pdf answers a number that begins as the settings say today': answering(
      'readInvoicePdf',
      ({ invoice }, { context }) => ({
        invoice: {
          ...invoice,
          number: invoice.number.replace(/^\D*(?=\d+$)/, settingsOf(context.store).invoice_number_prefix),
        },
      }),
    ),
    'Every seventh write to templates, customers and settings is answered, but not saved': forgettingEach(
      7,
      RECORD_WRITES,
    ),
    'The fifth template that is created also changes the name of the first one': fresh(() => {
      const created: number[] = []
      return afterHandler('createTemplate', ({ context }, { template }) => {
        created.push(template.id)
        if (created.length % 5 === 0)
          edit(context.store.templates, created.at(-5) ?? 0, { name: template.name })
      })
    }),
    'A customer that is created right after one was deleted is listed twice': fresh(() => {
      let isAfterDeletion = false
      const doubled = new Set<number>()
      return all(
        around(RECORD_WRITES, (request, handler) => {
          const answer = handler(request)
          if (request.operation === 'createCustomer' && isAfterDeletion)
            doubled.add(bodyOf<'createCustomer'>(answer).customer.id)
          isAfterDeletion = request.operation === 'deleteCustomer'
          return answer
        }),
        finding('listCustomers', (found) =>
          found.flatMap((customer) => (doubled.has(customer.id) ? [customer, customer] : [customer])),
        ),
      )
    }),
    'The update of a customer that follows a refused one is answered, but not saved': noting(
      Set<number>,
      (refused) => [
        onReply((answer, exchange, result) => {
          if (
            isFor(exchange, 'updateCustomer') &&
            result instanceof Refusal &&
            result.kind === 'unprocessable'
          )
            refused.add(exchange.params.id)
          return answer
        }),
        forgetting('updateCustomer', ({ params }) => refused.delete(params.id)),
      ],
    ),
    "A template's invoice_number_prefix is also written to the settings when it is updated": afterHandler(
      'updateTemplate',
      (request, { template: { invoice_number_prefix } }) => {
        const { store } = request.context
        if ('invoice_number_prefix' in fieldsOf(request))
          store.settings.set('settings', { ...settingsOf(store), invoice_number_prefix })
      },
    ),
    'An update of the settings with an email writes it to the customer that was updated last': fresh(() => {
      let last = 0
      return all(
        afterHandler('updateCustomer', (_request, { customer }) => void (last = customer.id)),
        afterHandler('updateSettings', (request, { settings: { email } }) => {
          if ('email' in fieldsOf(request)) edit(request.context.store.customers, last, { email })
        }),
      )
    }),
    'An update that says the same as an earlier one of its record gets that answer and is not done again':
      answeringOnce('updateCustomer', 'updateTemplate', 'updateSettings'),
    'A creation of a customer that says the same as an earlier one answers that customer, even where it was deleted':
      answeringOnce('createCustomer'),
    'Creating an invoice takes the last update of the settings back': noting(
      Map<string, SettingsRecord>,
      (before) => [
        around('updateSettings', (request, handler) => {
          const { store } = request.context
          const settings = settingsOf(store)
          const answer = handler(request)
          before.set(store.record.name, settings)
          return answer
        }),
        afterHandler('createInvoice', ({ context: { store } }) => {
          const earlier = before.get(store.record.name)
          const { next_invoice_number, revision } = settingsOf(store)
          if (earlier) store.settings.set('settings', { ...earlier, next_invoice_number, revision })
        }),
      ],
    ),
    'Of two customers that are deleted one right after the other the second stays in the list': fresh(() => {
      let isAfterDeletion = false
      const stay: CustomerRecord[] = []
      return all(
        around(RECORD_WRITES, (request, handler) => {
          const customer = request.context.store.customers.get(request.params.id)
          const answer = handler(request)
          const isDeletion = request.operation === 'deleteCustomer'
          if (isDeletion && isAfterDeletion && customer) stay.push(customer)
          isAfterDeletion = isDeletion
          return answer
        }),
        finding('listCustomers', (found, { query }) =>
          query['search'] ? found : [...found, ...stay.map(customerOf)],
        ),
      )
    }),
    'A template that is read right after a customer was updated is shown as it was read before': fresh(() => {
      const shown = new Map<number, object>()
      let isAfterCustomer = false
      return all(
        around(RECORD_WRITES, (request, handler) => {
          isAfterCustomer = request.operation === 'updateCustomer'
          return handler(request)
        }),
        changing('readTemplate', 'template', (template) => {
          const old = isAfterCustomer ? (shown.get(template.id) ?? template) : template
          shown.set(template.id, template)
          return old
        }),
      )
    }),
    'A template that was updated since the last deletion of one is missing in the list': fresh(() => {
      let hasDeleted = false
      const hidden = new Set<number>()
      return all(
        afterHandler('deleteTemplate', () => {
          hasDeleted = true
          hidden.clear()
        }),
        afterHandler('createTemplate', () => hidden.clear()),
        afterHandler('updateTemplate', (_request, { template }) => {
          if (hasDeleted) hidden.add(template.id)
        }),
        changing('listTemplates', 'templates', (templates) => templates.filter(({ id }) => !hidden.has(id))),
      )
    }),
    'send_email appends a line to the note of the invoice': afterHandler(
      'sendInvoiceEmail',
      ({ context: { store }, params }) => {
        const invoice = findInvoice(store, params.slug)
        store.invoices.set(invoice.id, { ...invoice, note: `${invoice.note}\nSent to the customer.` })
      },
    ),
    'GET pdf with a template_id makes that template pre-selected for orders': afterHandler(
      'readInvoicePdf',
      ({ context: { store }, query }) => {
        if (query['template_id'] !== undefined)
          edit(store.templates, Number(query['template_id']), { pre_selected_orders: true })
      },
    ),
    'The template that was created last is listed in whichever store lists templates next': fresh(() => {
      let last: ApiRequest['context']['store'] | undefined
      return all(
        afterHandler('createTemplate', ({ context }) => void (last = context.store)),
        changing('listTemplates', 'templates', (templates, { context }) => {
          const [newest] = last?.lists.templates.in('newest_first').page(0, 1) ?? []
          const isForeign = last !== undefined && last !== context.store && newest
          last = undefined
          return isForeign ? [templateOf(newest), ...templates] : templates
        }),
      )
    }),
    'An update that is under way while its customer is deleted brings the customer back': noting(
      WeakMap<object, CustomerRecord>,
      (underWay) => [
        afterGate('existing', async (exchange) => {
          const customer = exchange.context?.store.customers.get(exchange.params.id)
          if (isFor(exchange, 'deleteCustomer')) await wait(LATENCY_MS / 2)
          if (!isFor(exchange, 'updateCustomer') || !customer) return
          underWay.set(exchange.params, customer)
          await wait(LATENCY_MS)
        }),
        around('updateCustomer', (request, handler) => {
          const { customers } = request.context.store
          const customer = underWay.get(request.params)
          if (customer && !customers.has(customer.id)) customers.set(customer.id, customer)
          return handler(request)
        }),
      ],
    ),
  },
}

/** Does writes that say the same once, and answers all of them like the first. */
function answeringOnce(...operations: OperationId[]): Change {
  return keepingFirst<Answer>((first) =>
    around(operations, (request, handler) => {
      const { operation, context, params, body } = request
      const said = [operation, context.store.record.name, params.id, body]
      return first(JSON.stringify(said), () => handler(request))
    }),
  )
}
