import type { ApiRequest } from '../../mock-server/routes/handler.ts'
import { findInvoice } from '../../mock-server/rules/find.ts'
import { Refusal } from '../../mock-server/rules/refusal.ts'
import type { EmailRecord } from '../../mock-server/store/records.ts'
import { counter, undead } from './memory.ts'
import { afterHandler, all, answering, around, fresh, onRefusal, type Change, type Mutant } from './mutant.ts'
import { findingBySlug } from './slugs.ts'

/** Faults of POST /invoices/{slug}/send_email. */
export const EMAIL_MUTANTS: readonly Mutant[] = [
  {
    id: 'email.resend-refused',
    clause: 'email.queued',
    says: 'An invoice whose email was sent already is unprocessable.',
    deep: true,
    mutate: refusing((_request, nth) => nth > 1),
  },
  {
    id: 'email.third-refused',
    clause: 'email.queued',
    says: 'The third email of an invoice is unprocessable.',
    deep: true,
    mutate: refusing((_request, nth) => nth > 2),
  },
  {
    id: 'email.draft-refused',
    clause: 'email.queued',
    says: 'Quotes and pro-formas cannot be sent.',
    deep: true,
    mutate: refusing(({ context, params }) => findInvoice(context.store, params.slug).draft),
  },
  {
    id: 'email.empty-body-refused',
    clause: 'email.queued',
    says: 'send_email without template_id is unprocessable.',
    mutate: refusing(({ body }) => body['template_id'] === undefined),
  },
  {
    id: 'email.resend-message-empty',
    clause: 'email.queued',
    says: 'From the second email of an invoice on the message is empty.',
    deep: true,
    mutate: saying((message, nth) => (nth === 1 ? message : '')),
  },
  {
    id: 'email.message-list',
    clause: 'email.queued',
    says: 'message is a list of messages.',
    mutate: answering('sendInvoiceEmail', ({ message }) => ({ message: [message] })),
  },
  {
    id: 'email.message-elsewhere',
    clause: 'email.queued',
    says: 'The message stands in status; there is no message.',
    mutate: answering('sendInvoiceEmail', ({ message }) => ({ status: message })),
  },
  {
    id: 'email.says-ok',
    clause: 'email.queued-says-so',
    says: 'The message is OK.',
    mutate: saying(() => 'OK'),
  },
  {
    id: 'email.resend-says-done',
    clause: 'email.queued-says-so',
    says: 'From the second email of an invoice on the message is Done.',
    deep: true,
    mutate: saying((message, nth) => (nth === 1 ? message : 'Done.')),
  },
  {
    id: 'email.template-refused',
    clause: 'email.template',
    says: 'Only the oldest template of the store is taken as template_id.',
    mutate: around('sendInvoiceEmail', (request, handler) => {
      const [oldest] = request.context.store.lists.templates.in('oldest_first').page(0, 1)
      const id = request.body['template_id']
      if (id !== undefined && id !== oldest?.id)
        throw new Refusal('unprocessable', { template_id: ['is unknown'] })
      return handler(request)
    }),
  },
  {
    id: 'email.new-template-refused',
    clause: 'email.template',
    says: 'Templates that came after the first email are not known to send_email.',
    deep: true,
    mutate: fresh(() => {
      let known: Set<unknown> | undefined
      return around('sendInvoiceEmail', (request, handler) => {
        known ??= new Set(request.context.store.templates.keys())
        const id = request.body['template_id']
        if (id !== undefined && !known.has(id))
          throw new Refusal('unprocessable', { template_id: ['is unknown'] })
        return handler(request)
      })
    }),
  },
  {
    id: 'email.draft-template-refused',
    clause: 'email.template',
    says: 'For quotes and pro-formas no template_id is accepted.',
    deep: true,
    mutate: refusing(
      ({ context, params, body }) =>
        body['template_id'] !== undefined && findInvoice(context.store, params.slug).draft,
    ),
  },
  {
    id: 'email.deleted-template',
    clause: 'email.template-unknown',
    says: 'A template that was deleted is still sent, while other unknown ones are refused.',
    deep: true,
    mutate: undead('sendInvoiceEmail'),
  },
  {
    id: 'email.template-unauthorized',
    clause: 'email.template-unknown',
    says: 'An unknown template_id is answered as if the key were wrong.',
    mutate: around('sendInvoiceEmail', (request, handler) => {
      const id = request.body['template_id']
      if (id !== undefined && !request.context.store.templates.has(Number(id)))
        throw new Refusal('unauthorized')
      return handler(request)
    }),
  },
  {
    id: 'email.unknown-queued',
    clause: 'email.unknown',
    says: 'An email of an unknown invoice is said to be queued.',
    mutate: onRefusal(
      'not-found',
      (answer) => ({
        ...answer,
        status: 200,
        body: '{"message":"The invoice email is queued for delivery"}',
      }),
      'sendInvoiceEmail',
    ),
  },
  {
    id: 'email.id-for-slug',
    clause: 'email.unknown',
    says: 'An id in the place of the slug sends the email.',
    deep: true,
    mutate: findingBySlug('sendInvoiceEmail', (sent, { id }) => sent === String(id)),
  },
  {
    id: 'email.slug-beginning',
    clause: 'email.unknown',
    says: 'The first block of a slug is enough to send the email.',
    deep: true,
    mutate: findingBySlug('sendInvoiceEmail', (sent, { slug }) => sent.length >= 8 && slug.startsWith(sent)),
  },
  {
    id: 'email.twice',
    clause: 'email.mailbox',
    says: 'Each email is queued twice.',
    mutate: onQueued((email, request) => queueAgain(email, request)),
  },
  {
    id: 'email.second-send-twice',
    clause: 'email.mailbox',
    says: 'The second email of an invoice is queued twice.',
    deep: true,
    mutate: onQueued((email, request, nth) => {
      if (nth === 2) queueAgain(email, request)
    }),
  },
  {
    id: 'email.repeat-dropped',
    clause: 'email.mailbox',
    says: 'Repeats are accepted, but nothing is queued for them.',
    deep: true,
    mutate: onQueued((email, { context }, nth) => {
      if (nth > 1) context.store.emails.delete(email.id)
    }),
  },
  {
    id: 'email.third-dropped',
    clause: 'email.mailbox',
    says: 'From the third email of an invoice on they are accepted, but not queued.',
    deep: true,
    mutate: onQueued((email, { context }, nth) => {
      if (nth > 2) context.store.emails.delete(email.id)
    }),
  },
  {
    id: 'email.draft-dropped',
    clause: 'email.mailbox',
    says: 'Emails of quotes and pro-formas are accepted, but not queued.',
    deep: true,
    mutate: onQueued((email, { context, params }) => {
      if (findInvoice(context.store, params.slug).draft) context.store.emails.delete(email.id)
    }),
  },
  {
    id: 'email.within-100-ms',
    clause: 'email.mailbox',
    says: 'Of the emails of an invoice that come within 100 ms only one is queued.',
    deep: true,
    mutate: fresh(() => {
      const last = new Map<string, number>()
      return onQueued((email, { context }) => {
        if (performance.now() - (last.get(email.slug) ?? -1000) < 100) context.store.emails.delete(email.id)
        else last.set(email.slug, performance.now())
      })
    }),
  },
  {
    id: 'email.one-for-each-address',
    clause: 'email.mailbox',
    says: 'An email takes that of another invoice to the same address out of the queue.',
    deep: true,
    mutate: onQueued((email, { context: { store } }) => {
      for (const { id, to, slug } of store.emails.values())
        if (to === email.to && slug !== email.slug) store.emails.delete(id)
    }),
  },
  {
    id: 'email.with-template-dropped',
    clause: 'email.mailbox',
    says: 'Emails with a template_id are accepted, but not queued.',
    deep: true,
    mutate: onQueued((email, { context }) => {
      if (email.template_id !== null) context.store.emails.delete(email.id)
    }),
  },
  {
    id: 'email.old-address',
    clause: 'email.recipient',
    says: 'The email goes to the address that the invoice had before it was re-synced.',
    deep: true,
    mutate: addressing((addresses) => addresses[0]),
  },
  {
    id: 'email.address-of-first-resync',
    clause: 'email.recipient',
    says: 'The email goes to the address of the first re-sync, also after a second one.',
    deep: true,
    mutate: addressing((addresses) => addresses[1]),
  },
  {
    id: 'email.recipient-of-before',
    clause: 'email.recipient',
    says: 'The email goes to the address of the email that was queued before it.',
    mutate: fresh(() => {
      let before: string | undefined
      return onQueued((email, { context }) => {
        context.store.emails.set(email.id, { ...email, to: before ?? email.to })
        before = email.to
      })
    }),
  },
  {
    id: 'email.without-tag',
    clause: 'email.recipient',
    says: 'What stands behind a plus sign in the address is cut off.',
    deep: true,
    mutate: onQueued((email, { context }) => {
      context.store.emails.set(email.id, { ...email, to: email.to.replace(/\+[^@]*@/, '@') })
    }),
  },
  {
    id: 'email.to-the-shop',
    clause: 'email.recipient',
    says: 'A repeat goes to the address of the settings instead of the customer.',
    deep: true,
    mutate: onQueued((email, { context: { store } }, nth) => {
      const to = store.settings.get('settings')?.email ?? ''
      if (nth > 1) store.emails.set(email.id, { ...email, to })
    }),
  },
  {
    id: 'email.template-lost',
    clause: 'email.template-used',
    says: 'template_id is accepted, but the email is queued without it.',
    mutate: templating(() => null),
  },
  {
    id: 'email.template-lost-on-resend',
    clause: 'email.template-used',
    says: 'From the second email of an invoice on template_id is dropped.',
    deep: true,
    mutate: templating((id, nth) => (nth === 1 ? id : null)),
  },
  {
    id: 'email.template-of-first-send',
    clause: 'email.template-used',
    says: 'A repeat carries the template of the first email that had one.',
    deep: true,
    mutate: fresh(() => {
      const first = new Map<string, number>()
      return templating((id, _nth, { slug }) => {
        if (!first.has(slug)) first.set(slug, id)
        return first.get(slug) ?? id
      })
    }),
  },
  {
    id: 'email.slip-template-lost',
    clause: 'email.template-used',
    says: 'The id of a packing slip template is dropped.',
    deep: true,
    mutate: templating((id, _nth, _email, { context }) =>
      context.store.templates.get(id)?.template_type === 'packing_slip' ? null : id,
    ),
  },
]

/** A fault that knows how many times an invoice was sent, this one included. */
function withCount(fault: (countOf: (request: ApiRequest) => number) => Change): Change {
  return fresh(() => {
    const count = counter<string>()
    return fault(({ params }) => count(params.slug))
  })
}

/** Refuses some emails. */
function refusing(isRefused: (request: ApiRequest, nth: number) => boolean): Change {
  return withCount((countOf) =>
    around('sendInvoiceEmail', (request, handler) => {
      if (isRefused(request, countOf(request)))
        throw new Refusal('unprocessable', { base: ['cannot be sent'] })
      return handler(request)
    }),
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

function queueAgain(email: EmailRecord, { context }: ApiRequest): void {
  const id = context.nextId()
  context.store.emails.set(id, { ...email, id })
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
  return fresh(() => {
    const had = new Map<string, string[]>()
    return all(
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
    )
  })
}
