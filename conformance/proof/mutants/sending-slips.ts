import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, sendInvoiceEmail, startBulk } from '../../../mock-server/seams.ts'
import { around } from './answers.ts'
import { afterGate } from './gates.ts'
import { all, type FaultsOf, fresh } from './mutant.ts'
import { isFor } from './operations.ts'
import { onRefusal } from './replies.ts'

/** What goes wrong with single emails. */
export const EMAIL_SLIPS: Partial<FaultsOf<'email'>> = {
  'email.mailbox': {
    'Emails of one invoice that are asked for at once become one': fresh(() => {
      const underWay = new Map<string, number>()
      const count = ({ slug }: { slug: string }, more: number) =>
        underWay.set(slug, (underWay.get(slug) ?? 0) + more)
      return all(
        afterGate('body', async (exchange) => {
          if (!isFor(exchange, 'sendInvoiceEmail')) return
          count(exchange.params, 1)
          // The others arrive meanwhile.
          await sleep(60)
        }),
        around('sendInvoiceEmail', (request, handler) => {
          count(request.params, -1)
          const answer = handler(request)
          const { emails } = request.context.store
          const newest = [...emails.keys()].at(-1)
          if (underWay.get(request.params.slug) && newest !== undefined) emails.delete(newest)
          return answer
        }),
      )
    }),
    'A refused template_id sends the email all the same': around('sendInvoiceEmail', (request, handler) => {
      try {
        return handler(request)
      } catch (error) {
        if (error instanceof Refusal && error.kind === 'unprocessable')
          sendInvoiceEmail(request.context, request.params.slug, {})
        throw error
      }
    }),
  },
  'email.template-unknown': {
    "Another store's template is taken for one's own": around('sendInvoiceEmail', (request, handler) => {
      const { template_id: id, ...body } = request.body
      const isFar = typeof id === 'number' && id < 2 ** 40 && !request.context.store.templates.has(id)
      return handler(isFar ? { ...request, body } : request)
    }),
  },
  'email.recipient': {
    'The email goes to what the order says, before the invoice does': around(
      'sendInvoiceEmail',
      (request, handler) => {
        const { store } = request.context
        const answer = handler(request)
        const email = [...store.emails.values()].at(-1)
        const invoice = [...store.invoices.values()].find(({ slug }) => slug === email?.slug)
        const order = store[invoice?.draft ? 'draft_orders' : 'orders'].get(invoice?.order_id ?? 0)
        if (email && order) store.emails.set(email.id, { ...email, to: order.customer.email })
        return answer
      },
    ),
  },
}

/** What goes wrong between two bulk actions. */
export const BULK_SLIPS: Partial<FaultsOf<'bulk'>> = {
  'bulk.conflict': {
    'A further request ends the action in progress': around('bulkPdf', (request, handler) => {
      const { bulk_actions } = request.context.store
      for (const action of bulk_actions.values())
        bulk_actions.set(action.id, { ...action, ended_at: action.started_at })
      return handler(request)
    }),
    'The conflict is answered as not-found': onRefusal('conflict', (answer) => ({
      ...answer,
      status: 404,
      body: '{"error":"Not found"}',
    })),
  },
  'bulk.rejected-no-effect': {
    'An unknown template_name is refused, but its action begins': around('bulkPdf', (request, handler) => {
      try {
        return handler(request)
      } catch (error) {
        const invoice_ids = [...request.context.store.invoices.keys()].slice(0, 1)
        if (error instanceof Refusal && 'template_name' in error.errors)
          startBulk(request.context, { invoice_ids })
        throw error
      }
    }),
  },
}
