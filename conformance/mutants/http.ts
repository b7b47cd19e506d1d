import { MalformedBody } from '../../mock-server/gates/malformed-body.ts'
import type { Exchange, HttpAnswer } from '../../mock-server/routes/exchange.ts'
import { Refusal } from '../../mock-server/rules/refusal.ts'
import {
  afterGate,
  around,
  aroundGate,
  isFor,
  onRefusal,
  onReply,
  type Change,
  type Mutant,
} from './mutant.ts'

/** Faults of content types and JSON, and requests that make the service fall over. */
export const HTTP_MUTANTS: readonly Mutant[] = [
  {
    id: 'http.html-for-malformed-slug',
    clause: 'http.json',
    says: 'A slug that is no UUID gets an HTML page.',
    deep: true,
    mutate: onRefusal('not-found', (answer, { params }) =>
      params.slug !== '' && !/^[\da-f-]{36}$/i.test(params.slug) ? html(answer) : answer,
    ),
  },
  {
    id: 'http.text-unauthorized',
    clause: 'http.json',
    says: 'unauthorized is plain text.',
    mutate: onRefusal('unauthorized', (answer) => ({
      ...answer,
      headers: { 'content-type': 'text/plain' },
      body: 'Invalid API key',
    })),
  },
  {
    id: 'http.unprocessable-type',
    clause: 'http.json',
    says: 'Refused templates come as text/html.',
    deep: true,
    mutate: onRefusal('unprocessable', asHtml, ['createTemplate', 'updateTemplate']),
  },
  {
    id: 'http.regenerate-without-type',
    clause: 'http.json',
    says: 'A regeneration answers JSON without a content type.',
    deep: true,
    mutate: onReply((answer, exchange) =>
      isFor(exchange, 'regenerateInvoice') ? { ...answer, headers: {} } : answer,
    ),
  },
  {
    id: 'http.empty-search-type',
    clause: 'http.json',
    says: 'A search without results comes as text/html.',
    deep: true,
    mutate: onReply((answer, exchange) =>
      isFor(exchange, 'searchInvoices') && String(answer.body).includes('"invoices":[]')
        ? asHtml(answer)
        : answer,
    ),
  },
  {
    id: 'http.unescaped-quotes',
    clause: 'http.json',
    says: 'JSON of settings and customers is put together by hand: a quote in a text breaks it.',
    deep: true,
    mutate: onReply((answer, exchange) =>
      isFor(exchange, ['updateSettings', 'readSettings', 'updateCustomer', 'createCustomer', 'readCustomer'])
        ? { ...answer, body: answer.body && String(answer.body).replaceAll('\\"', '"') }
        : answer,
    ),
  },
  {
    id: 'http.deleted-text',
    clause: 'http.json',
    says: 'A deletion answers OK as plain text.',
    mutate: onReply((answer, exchange, result) =>
      isFor(exchange, ['deleteTemplate', 'deleteCustomer']) && !(result instanceof Refusal)
        ? { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }
        : answer,
    ),
  },
  {
    id: 'http.limited-html',
    clause: 'http.json',
    says: 'The rate-limited answer is an HTML page of the proxy.',
    deep: true,
    mutate: onRefusal('rate-limited', html),
  },
  {
    id: 'http.malformed-json',
    clause: 'http.no-server-error',
    says: 'A template that is no JSON makes a 500.',
    mutate: aroundGate('body', async (exchange, through) => {
      try {
        await through()
      } catch (error) {
        if (error instanceof MalformedBody && isFor(exchange, ['createTemplate', 'updateTemplate']))
          fallOver()
        throw error
      }
    }),
  },
  {
    id: 'http.regex-search',
    clause: 'http.no-server-error',
    says: 'The search text is used as a regular expression: a lone parenthesis makes a 500.',
    mutate: around('searchInvoices', (request, handler) => {
      void new RegExp(String(request.query['q'] ?? ''))
      return handler(request)
    }),
  },
  {
    id: 'http.regex-customer-search',
    clause: 'http.no-server-error',
    says: 'The search text for customers is used as a regular expression.',
    deep: true,
    mutate: around('listCustomers', (request, handler) => {
      void new RegExp(String(request.query['search'] ?? ''))
      return handler(request)
    }),
  },
  {
    id: 'http.percent-escape',
    clause: 'http.no-server-error',
    says: 'A bad percent escape in a slug makes a 500.',
    deep: true,
    mutate: aroundGate('known-path', (exchange, through) => {
      if (isFor(exchange, ['readInvoice', 'readInvoicePdf'])) decodeURIComponent(exchange.segment)
      return through()
    }),
  },
  {
    id: 'http.repeated-parameter',
    clause: 'http.no-server-error',
    says: 'A parameter given twice on the list makes a 500.',
    deep: true,
    mutate: falling(
      'query',
      (exchange) => isFor(exchange, 'listInvoices') && Object.values(exchange.http.query).some(Array.isArray),
    ),
  },
  {
    id: 'http.huge-page',
    clause: 'http.no-server-error',
    says: 'An offset beyond 64 bits makes a 500.',
    deep: true,
    mutate: falling('query', ({ query }) => Number(query['page']) > 2 ** 62 && !('q' in query)),
  },
  {
    id: 'http.huge-id',
    clause: 'http.no-server-error',
    says: 'A customer id beyond 32 bits makes a 500.',
    deep: true,
    mutate: falling(
      'authenticate',
      (exchange) => isFor(exchange, 'readCustomer') && Number(exchange.segment) > 2 ** 31,
    ),
  },
  {
    id: 'http.huge-template-id',
    clause: 'http.no-server-error',
    says: 'A template_id beyond 64 bits makes GET pdf fall over.',
    deep: true,
    mutate: falling(
      'existing',
      (exchange) =>
        isFor(exchange, 'readInvoicePdf') && Number(exchange.http.query['template_id']) >= 2 ** 63,
    ),
  },
  {
    id: 'http.null-character',
    clause: 'http.no-server-error',
    says: 'A null character in a text makes a 500.',
    deep: true,
    mutate: falling('body', ({ body }) => JSON.stringify(body).includes('\\u0000')),
  },
  {
    id: 'http.emoji',
    clause: 'http.no-server-error',
    says: 'Characters beyond the basic plane in a customer make a 500.',
    deep: true,
    mutate: falling(
      'body',
      ({ body }) => 'customer' in body && /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(body)),
    ),
  },
  {
    id: 'http.long-text',
    clause: 'http.no-server-error',
    says: 'A template with a name of more than 255 characters makes a 500.',
    deep: true,
    mutate: falling(
      'body',
      ({ body }) => String((body['template'] as { name?: string } | undefined)?.name).length > 255,
    ),
  },
  {
    id: 'http.array-body',
    clause: 'http.no-server-error',
    says: 'A body that is an array makes a 500.',
    mutate: falling('existing', (exchange) => exchange.http.method === 'PATCH', refusedRoot(/^\[/)),
  },
  {
    id: 'http.null-body',
    clause: 'http.no-server-error',
    says: 'A creation whose body is null makes a 500.',
    deep: true,
    mutate: falling('existing', (exchange) => exchange.http.method === 'POST', refusedRoot(/^null$/)),
  },
  {
    id: 'http.null-customer',
    clause: 'http.no-server-error',
    says: 'A customer that is null makes a 500.',
    deep: true,
    mutate: falling(
      'existing',
      (exchange) => isFor(exchange, 'createCustomer'),
      refusedRoot(/"customer":\s*null/),
    ),
  },
  {
    id: 'http.fractional-order-id',
    clause: 'http.no-server-error',
    says: 'A creation with a fraction as order_id makes a 500.',
    deep: true,
    mutate: falling(
      'existing',
      (exchange) => isFor(exchange, 'createInvoice'),
      refusedRoot(/"order_id":\s*-?\d+\.\d/),
    ),
  },
  {
    id: 'http.object-in-settings',
    clause: 'http.no-server-error',
    says: 'An object in place of a settings text makes a 500.',
    deep: true,
    mutate: falling(
      'existing',
      (exchange) => isFor(exchange, 'updateSettings'),
      refusedRoot(/"settings":\s*\{.*[{[]/s),
    ),
  },
]

function html(answer: HttpAnswer): HttpAnswer {
  const page = `<html><body><h1>${answer.status}</h1></body></html>`
  return { ...answer, headers: { 'content-type': 'text/html' }, body: page }
}

function asHtml(answer: HttpAnswer): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' } }
}

/** What nobody expected: the service answers 500. */
function fallOver(): never {
  throw new TypeError('undefined is not a function')
}

/** Falls over at some requests: once they are through a gate, or at those that the body's gate refuses besides. */
function falling(
  gate: Parameters<typeof afterGate>[0],
  when: (exchange: Exchange) => boolean,
  refused?: (exchange: Exchange) => boolean,
): Change {
  if (!refused) return afterGate(gate, (exchange) => (when(exchange) ? fallOver() : undefined))
  return aroundGate('body', async (exchange, through) => {
    try {
      await through()
    } catch (error) {
      if (when(exchange) && refused(exchange)) fallOver()
      throw error
    }
  })
}

/** Looks at a body as it was sent, once its gate has read it. */
function refusedRoot(pattern: RegExp): (exchange: Exchange) => boolean {
  return ({ http }) => Buffer.isBuffer(http.body) && pattern.test(http.body.toString().trim())
}
