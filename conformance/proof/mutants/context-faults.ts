import type { ApiRequest } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { isObject } from '../../server/client/exchange.ts'
import { around } from './answers.ts'
import { type Fields, taming } from './bodies.ts'
import { type Change, type Faults, ofEach, rows } from './mutant.ts'
import type { BY_TEMPLATE } from './operations.ts'

// What is refused by itself, and not looked at beside something else.

type ByTemplate = (typeof BY_TEMPLATE)[number]

/** Whether a creation says this. */
type Saying = (body: Fields) => boolean

const CONTEXTS: Readonly<Record<string, Saying>> = {
  'with generate_pdf false': ({ generate_pdf }) => generate_pdf === false,
  'with packing_slip': ({ packing_slip }) => packing_slip === true,
  'of a draft order': ({ draft }) => draft === true,
}

/** A template that the store does not have is taken for none, where this holds of the request. */
function unlookedAt(operation: ByTemplate, when: (request: ApiRequest) => boolean): Change {
  return around(operation, (request, handler) => {
    const { template_id: asked, ...query } = request.query
    const { template_id: sent, ...body } = request.body
    const id = asked ?? sent
    const isUnknown = id !== undefined && !request.context.store.templates.has(Number(id))
    return handler(isUnknown && when(request) ? { ...request, query, body } : request)
  })
}

/** What a creation says is made something else, where this holds of it. */
const readOtherwise = (when: Saying, read: (sent: Fields) => Fields): Change =>
  taming('createInvoice', (sent) => (isObject(sent) && when(sent) ? read(sent) : sent))

const inEach = (make: (context: string, when: Saying) => Faults): Faults =>
  ofEach(Object.entries(CONTEXTS), ([context, when]) => make(context, when))

const without = (name: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name))

/** Whether a request is for the invoice of a draft order. */
const isOfDraft = ({ context, params }: ApiRequest): boolean =>
  [...context.store.invoices.values()].some(({ slug, draft }) => draft && slug === params['slug'])

/** Faults of what is wrong beside something else. */
export const CONTEXT_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'create.template-unknown': inEach((context, when) => ({
    [`An unknown template_id ${context} is not looked at`]: unlookedAt('createInvoice', ({ body }) =>
      when(body),
    ),
  })),
  'create.template-id-type': inEach((context, when) => ({
    [`A template_id that is no integer is not looked at ${context}`]: readOtherwise(when, (sent) =>
      without('template_id', sent),
    ),
  })),
  'create.flag-type': ofEach(['generate_pdf', 'packing_slip'], (flag) => ({
    [`A ${flag} of a draft order is true whatever it is`]: readOtherwise(
      ({ draft, [flag]: value }) => draft === true && isObject(value),
      (sent) => ({ ...sent, [flag]: true }),
    ),
    [`A ${flag} beside a template_id is true whatever it is`]: readOtherwise(
      ({ template_id, [flag]: value }) => typeof template_id === 'number' && typeof value === 'object',
      (sent) => ({ ...sent, [flag]: true }),
    ),
  })),
  'create.order-id-type': inEach((context, when) => ({
    [`Of a text as order_id the digits at its beginning count ${context}`]: readOtherwise(when, (sent) => ({
      ...sent,
      order_id: Number.parseInt(String(sent['order_id']), 10),
    })),
  })),
  'create.returns-existing': {
    'An order_id in quotes is that of the order after it': readOtherwise(
      ({ order_id }) => typeof order_id === 'string' && /^\d+$/.test(order_id),
      (sent) => ({ ...sent, order_id: Number(sent['order_id']) + 1 }),
    ),
  },
  'create.rejected-no-effect': inEach((context, when) => ({
    [`An unknown template_id ${context} is unprocessable, but the invoice was made`]: around(
      'createInvoice',
      (request, handler) => {
        const id = request.body['template_id']
        const isUnknown = id !== undefined && !request.context.store.templates.has(Number(id))
        if (isUnknown && when(request.body))
          handler({ ...request, body: without('template_id', request.body) })
        return handler(request)
      },
    ),
  })),
  'regenerate.template-unknown': {
    'An unknown template_id of a quote or pro-forma is not looked at': unlookedAt(
      'regenerateInvoice',
      isOfDraft,
    ),
  },
  'email.template-unknown': {
    'An unknown template_id of a quote or pro-forma is not looked at': unlookedAt(
      'sendInvoiceEmail',
      isOfDraft,
    ),
  },
  'pdf.template-unknown': rows(
    (when: (request: ApiRequest) => boolean) => unlookedAt('readInvoicePdf', when),
    {
      'An unknown template_id of a packing slip is not looked at': ({ query }) =>
        query['packing_slip'] === true,
      'An unknown template_id of a quote or pro-forma is not looked at': isOfDraft,
    },
  ),
}
