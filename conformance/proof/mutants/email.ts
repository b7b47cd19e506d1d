import {
  type ApiRequest,
  type EmailRecord,
  findInvoice,
  settingsOf,
  type TemplateRecord,
} from '../../../mock-server/seams.ts'
import { across, afterHandler, answering, around, refusing, templateIdIn } from './answers.ts'
import { isRunning } from './bulk.ts'
import { unknownInvoiceFaults, unknownTemplateFaults, unusableTemplateFaults } from './invoice-faults.ts'
import { counter, keepingFirst, lending, oneLate } from './memory.ts'
import { all, type Change, type FaultsOf, fresh, noting, rows } from './mutant.ts'

/** Faults of POST /invoices/{slug}/send_email. */
export const EMAIL_FAULTS: FaultsOf<'email'> = {
  'email.queued': {
    ...rows(refusingSome, {
      'An invoice whose email was sent already is unprocessable': (_request, nth) => nth > 1,
      'The third email of an invoice is unprocessable': (_request, nth) => nth > 2,
      'Quotes and pro-formas cannot be sent': isOfDraft,
      'send_email without template_id is unprocessable': ({ body }) => body['template_id'] === undefined,
    }),
    'From the second email of an invoice on the message is empty': saying((message, nth) =>
      nth === 1 ? message : '',
    ),
    'An invoice whose last document was of a template that is deleted by now cannot be sent': noting(
      Map<string, unknown>,
      (last) => [
        afterHandler(
          'readInvoicePdf',
          ({ params, query }) => void last.set(params.slug, query['template_id']),
        ),
        refusing('sendInvoiceEmail', 'unprocessable', ({ params, body, context: { store } }) => {
          const id = last.get(params.slug)
          return body['template_id'] === undefined && id !== undefined && !store.templates.has(Number(id))
        }),
      ],
    ),
    'An invoice that was created with generate_pdf false cannot be sent before its document was asked for':
      noting(Set<string>, (unprinted) => [
        afterHandler('createInvoice', ({ body }, { invoice }) => {
          if (body['generate_pdf'] === false) unprinted.add(invoice.slug)
        }),
        afterHandler(
          ['readInvoicePdf', 'regenerateInvoice'],
          (_request, { invoice }) => void unprinted.delete(invoice.slug),
        ),
        refusing('sendInvoiceEmail', 'unprocessable', ({ params }) => unprinted.has(params.slug)),
      ]),
    'message is a list of messages': answering('sendInvoiceEmail', ({ message }) => ({ message: [message] })),
    'The message stands in status; there is no message': answering('sendInvoiceEmail', ({ message }) => ({
      status: message,
    })),
  },
  'email.queued-says-so': {
    'The message is OK': saying(() => 'OK'),
    'From the second email of an invoice on the message is Done': saying((message, nth) =>
      nth === 1 ? message : 'Done.',
    ),
  },
  'email.template': {
    ...unusableTemplateFaults('sendInvoiceEmail'),
    'For quotes and pro-formas no template_id is accepted': refusingSome(
      (request) => request.body['template_id'] !== undefined && isOfDraft(request),
    ),
  },
  'email.template-unknown': {
    ...unknownTemplateFaults('sendInvoiceEmail', 'unauthorized', 'conflict'),
    'What was sent by a template is sent by it when it is deleted, too': fresh(sendingOn),
  },
  'email.unknown': unknownInvoiceFaults('sendInvoiceEmail', {
    message: 'The invoice email is queued for delivery',
  }),
  'email.mailbox': {
    'An email that was refused comes along with the next one': noting(Set<string>, (refused) => [
      queueingTwice(({ slug }) => refused.delete(slug)),
      around('sendInvoiceEmail', (request, handler) => {
        try {
          return handler(request)
        } catch (error) {
          refused.add(request.params.slug)
          throw error
        }
      }),
    ]),
    ...rows(queueingTwice, {
      'Each email is queued twice': () => true,
      'The second email of an invoice is queued twice': (_email, _request, nth) => nth === 2,
    }),
    ...rows(losing, {
      'An email that is sent while a bulk action is in progress never comes': (_email, request) =>
        isRunning(request.context.store, request),
      'Repeats are accepted, but nothing is queued for them': (_email, _request, nth) => nth > 1,
      'From the third email of an invoice on they are accepted, but not queued': (_email, _request, nth) =>
        nth > 2,
      'Emails of quotes and pro-formas are accepted, but not queued': (_email, request) => isOfDraft(request),
      'With an own sender that is not verified emails are accepted, but not queued': (_email, { context }) =>
        settingsOf(context.store).use_custom_email,
      'Emails with a template_id are accepted, but not queued': ({ template_id }) => template_id !== null,
    }),
    'Of the emails of an invoice that come within 100 ms only one is queued': fresh(() => {
      const last = new Map<string, number>()
      return onQueued((email, { context }) => {
        if (performance.now() - (last.get(email.slug) ?? -1000) < 100) context.store.emails.delete(email.id)
        else last.set(email.slug, performance.now())
      })
    }),
    'An email takes that of another invoice to the same address out of the queue': onQueued(
      (email, { context: { store } }) => {
        for (const { id, to, slug } of store.emails.values())
          if (to === email.to && slug !== email.slug) store.emails.delete(id)
      },
    ),
  },
  'email.recipient': {
    'The email goes to the present address of the customer who had that of the invoice': noting(
      Map<string, number>,
      (ids) => [
        afterHandler('createCustomer', (_request, { customer }) => void ids.set(customer.email, customer.id)),
        onQueued((email, { context: { store } }) => {
          const to = store.customers.get(ids.get(email.to) ?? 0)?.email
          if (to) store.emails.set(email.id, { ...email, to })
        }),
      ],
    ),
    ...rows(addressing, {
      'The email goes to the address that the invoice had before it was re-synced': ([first]) => first,
      'The email goes to the address of the first re-sync, also after a second one': ([, second]) => second,
    }),
    "A draft's email goes where it went when the draft was created": noting(Map<string, string>, (first) => [
      afterHandler(
        'createInvoice',
        ({ body }, { invoice: { slug, customer } }) =>
          void (body['draft'] === true && !first.has(slug) && first.set(slug, customer.email)),
      ),
      onQueued((email, { context: { store } }) => {
        store.emails.set(email.id, { ...email, to: first.get(email.slug) ?? email.to })
      }),
    ]),
    'By a template the email goes where the first one by a template went': keepingFirst<string>((first) =>
      onQueued((email, { context }) => {
        if (email.template_id === null) return
        context.store.emails.set(email.id, { ...email, to: first(email.slug, () => email.to) })
      }),
    ),
    'The email goes to the address of the email that was queued before it': oneLate<string>((before) =>
      onQueued((email, { context }) => {
        context.store.emails.set(email.id, { ...email, to: before(email.to) })
      }),
    ),
    'What stands behind a plus sign in the address is cut off': onQueued((email, { context }) => {
      context.store.emails.set(email.id, { ...email, to: email.to.replace(/\+[^@]*@/, '@') })
    }),
    'A repeat goes to the address of the settings instead of the customer': onQueued(
      (email, { context: { store } }, nth) => {
        const to = store.settings.get('settings')?.email ?? ''
        if (nth > 1) store.emails.set(email.id, { ...email, to })
      },
    ),
  },
  'email.template-used': {
    'template_id is accepted, but the email is queued without it': templating(() => null),
    'From the second email of an invoice on template_id is dropped': templating((id, nth) =>
      nth === 1 ? id : null,
    ),
    'A repeat carries the template of the first email that had one': keepingFirst<number>((first) =>
      templating((id, _nth, { slug }) => first(slug, () => id)),
    ),
    'The id of a packing slip template is dropped': templating((id, _nth, _email, { context }) =>
      context.store.templates.get(id)?.template_type === 'packing_slip' ? null : id,
    ),
  },
}

function isOfDraft({ context, params }: ApiRequest): boolean {
  return findInvoice(context.store, params.slug).draft
}

/** A fault that knows how many times an invoice was sent, this one included. */
function withCount(make: (countOf: (request: ApiRequest) => number) => Change): Change {
  return fresh(() => {
    const count = counter<string>()
    return make(({ params }) => count(params.slug))
  })
}

/** Refuses some emails. */
function refusingSome(isRefused: (request: ApiRequest, nth: number) => boolean): Change {
  return withCount((countOf) =>
    refusing('sendInvoiceEmail', 'unprocessable', (request) => isRefused(request, countOf(request))),
  )
}

function saying(change: (message: string, nth: number) => string): Change {
  return withCount((countOf) =>
    answering('sendInvoiceEmail', ({ message }, request) => ({ message: change(message, countOf(request)) })),
  )
}

/** Does something to an email that was queued. */
function onQueued(act: (email: EmailRecord, request: ApiRequest, nth: number) => void): Change {
  return withCount((countOf) =>
    afterHandler('sendInvoiceEmail', (request) => {
      const email = [...request.context.store.emails.values()].at(-1)
      if (email) act(email, request, countOf(request))
    }),
  )
}

type When = (email: EmailRecord, request: ApiRequest, nth: number) => boolean

/** Queues some emails a second time. */
function queueingTwice(when: When): Change {
  return onQueued((email, request, nth) => {
    if (!when(email, request, nth)) return
    const id = request.context.nextId()
    request.context.store.emails.set(id, { ...email, id })
  })
}

/** Takes some emails out of the queue. */
function losing(when: When): Change {
  return onQueued((email, request, nth) => {
    if (when(email, request, nth)) request.context.store.emails.delete(email.id)
  })
}

/** Changes the template of an email that was asked for. */
function templating(
  change: (id: number, nth: number, email: EmailRecord, request: ApiRequest) => number | null,
): Change {
  return onQueued((email, request, nth) => {
    const { emails } = request.context.store
    if (email.template_id !== null)
      emails.set(email.id, { ...email, template_id: change(email.template_id, nth, email, request) })
  })
}

/** Sends to one of the addresses that an invoice had, the first of them first; where it had no such one, to the newest. */
function addressing(choose: (addresses: readonly string[]) => string | undefined): Change {
  return noting(Map<string, string[]>, (had) => [
    around('regenerateInvoice', (request, handler) => {
      const { slug, customer } = findInvoice(request.context.store, request.params.slug)
      const answer = handler(request)
      had.set(slug, [...(had.get(slug) ?? []), customer.email])
      return answer
    }),
    onQueued((email, { context }) => {
      const to = choose(had.get(email.slug) ?? []) ?? email.to
      context.store.emails.set(email.id, { ...email, to })
    }),
  ])
}

const wayOf = (request: ApiRequest): string => `${request.params.slug} ${templateIdIn(request)}`

function sendingOn(): Change {
  const deleted = new Map<number, TemplateRecord>()
  const sent = new Set<string>()
  return all(
    across(
      'deleteTemplate',
      ({ context, params }) => context.store.templates.get(params.id),
      (template) => template && deleted.set(template.id, template),
    ),
    across('sendInvoiceEmail', wayOf, (way) => void sent.add(way)),
    lending('sendInvoiceEmail', (request) =>
      sent.has(wayOf(request)) ? deleted.get(templateIdIn(request)) : undefined,
    ),
  )
}
