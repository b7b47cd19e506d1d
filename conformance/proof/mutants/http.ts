import { isUtf8 } from 'node:buffer'
import {
  contextOf,
  type Exchange,
  findInvoice,
  type HttpAnswer,
  MalformedBody,
  Refusal,
  sentQuery,
  settingsOf,
} from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { isObject } from '../../server/client/exchange.ts'
import { around } from './answers.ts'
import { afterGate, aroundGate } from './gates.ts'
import { type Change, type FaultsOf, rows } from './mutant.ts'
import { isFor } from './operations.ts'
import { onRefusal, onReply } from './replies.ts'

const BY_HAND = [
  'updateSettings',
  'readSettings',
  'updateCustomer',
  'createCustomer',
  'readCustomer',
] as const

/** Faults of content types and JSON, and requests that make the service fall over. */
export const HTTP_FAULTS: FaultsOf<'http'> = {
  'http.json': {
    'A slug that is no UUID gets an HTML page': onRefusal('not-found', (answer, { params }) =>
      params.slug !== '' && !/^[\da-f-]{36}$/i.test(params.slug) ? html(answer) : answer,
    ),
    'Who would rather have HTML gets errors as pages': onReply((answer, { http }, result) =>
      result instanceof Refusal && /text\/html/.test(http.headers.accept ?? '') ? html(answer) : answer,
    ),
    'Who takes packed answers gets as many bytes as the text has characters': onReply((answer, { http }) =>
      takesPacked(http) ? { ...answer, body: cut(answer.body) } : answer,
    ),
    'Who takes any answer gets errors as plain text': onReply((answer, { http }, result) =>
      result instanceof Refusal && http.headers.accept === '*/*'
        ? { ...answer, headers: { 'content-type': 'text/plain' } }
        : answer,
    ),
    'unauthorized is plain text': onRefusal('unauthorized', (answer) => ({
      ...answer,
      headers: { 'content-type': 'text/plain' },
      body: 'Invalid API key',
    })),
    'Refused templates come as text/html': onRefusal('unprocessable', asHtml, [
      'createTemplate',
      'updateTemplate',
    ]),
    'A regeneration answers JSON without a content type': onReply((answer, exchange) =>
      isFor(exchange, 'regenerateInvoice') ? { ...answer, headers: {} } : answer,
    ),
    'A search without results comes as text/html': onReply((answer, exchange) =>
      isFor(exchange, 'searchInvoices') && String(answer.body).includes('"invoices":[]')
        ? asHtml(answer)
        : answer,
    ),
    'JSON of settings and customers is put together by hand: a quote in a text breaks it': onReply(
      (answer, exchange) =>
        isFor(exchange, BY_HAND)
          ? { ...answer, body: answer.body && String(answer.body).replaceAll('\\"', '"') }
          : answer,
    ),
    'A deletion answers OK as plain text': onReply((answer, exchange, result) =>
      isFor(exchange, ['deleteTemplate', 'deleteCustomer']) && !(result instanceof Refusal)
        ? { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }
        : answer,
    ),
    'The rate-limited answer is an HTML page of the proxy': onRefusal('rate-limited', html),
  },
  'http.no-server-error': {
    'A template that is no JSON makes a 500': aroundGate('body', async (exchange, through) => {
      try {
        await through()
      } catch (error) {
        if (error instanceof MalformedBody && isFor(exchange, ['createTemplate', 'updateTemplate']))
          fallOver()
        throw error
      }
    }),
    ...rows(searchingBy, {
      'The search text is used as a regular expression: a lone parenthesis makes a 500': [
        'searchInvoices',
        'q',
      ],
      'The search text for customers is used as a regular expression': ['listCustomers', 'search'],
    }),
    'A download URL without a signature makes a 500': (parts) => ({
      ...parts,
      verify: (url, now, secret) =>
        /signature=[\da-f]+/.test(url) ? parts.verify(url, now, secret) : fallOver(),
    }),
    'A key as long as that of the store with other letters makes a 500': aroundGate(
      'authenticate',
      ({ http }, through) => (/[^ -~]/.test(String(http.headers['x-auth-token'])) ? fallOver() : through()),
    ),
    'A bad percent escape in a slug makes a 500': aroundGate('known-path', (exchange, through) => {
      if (isFor(exchange, ['readInvoice', 'readInvoicePdf'])) decodeURIComponent(exchange.segment)
      return through()
    }),
    ...rows(fallingAfter('query'), {
      'A parameter given twice on the list makes a 500': (exchange) =>
        isFor(exchange, 'listInvoices') && Object.values(sentQuery(exchange)).some(Array.isArray),
      'A search for more than a thousand letters makes a 500': ({ query }) =>
        [query['q'], query['search']].some((text) => String(text ?? '').length > 1000),
      'An offset beyond 64 bits makes a 500': ({ query }) =>
        Number(query['page']) > 2 ** 62 && !('q' in query),
    }),
    ...rows(fallingAfter('authenticate'), {
      'A bad percent escape in an address that is written to makes a 500': ({ http, segment }) =>
        http.method !== 'GET' && /%ff/i.test(segment),
      'A first day in the year 0000 makes a 500': (exchange) =>
        isFor(exchange, 'listInvoices') &&
        String(sentQuery(exchange)['created_at_min']).startsWith('0000-01'),
      'A parameter named undefined makes GET pdf fall over': (exchange) =>
        isFor(exchange, 'readInvoicePdf') && 'undefined' in sentQuery(exchange),
      'A page that fits 64 bits makes a 500 where its offset does not': (exchange) => {
        const { page = '1' } = sentQuery(exchange)
        return typeof page === 'string' && /^\d{1,19}$/.test(page) && isFarOffset(BigInt(page))
      },
      'Who takes any language makes a list fall over': (exchange) =>
        isFor(exchange, 'listInvoices') && exchange.http.headers['accept-language'] === '*',
      'A customer id beyond 32 bits makes a 500': (exchange) =>
        isFor(exchange, 'readCustomer') && Number(exchange.segment) > 2 ** 31,
    }),
    ...rows(fallingAfter('existing'), {
      'An email of an invoice that is there falls over without a body': (exchange) =>
        isFor(exchange, 'sendInvoiceEmail') && exchange.http.headers['content-type'] === undefined,
      'A size of nothing for letters makes GET pdf fall over': (exchange) =>
        templateAskedFor(exchange)?.font_size === 0,
      'A width of nothing for a logo makes GET pdf fall over': (exchange) =>
        templateAskedFor(exchange)?.logo_width === 0,
      'A format of dates with other words makes GET pdf fall over': (exchange) =>
        templateAskedFor(exchange)?.date_format.includes('[') ?? false,
      'A footer that fills a page makes GET pdf fall over': (exchange) =>
        isFor(exchange, 'readInvoicePdf') &&
        settingsOf(contextOf(exchange).store).footer_message.length > 1000,
      'A template_id beyond 64 bits makes GET pdf fall over': (exchange) =>
        isFor(exchange, 'readInvoicePdf') && Number(sentQuery(exchange)['template_id']) >= 2 ** 63,
      'Regenerating an invoice whose order is gone from the platform makes a 500': (exchange) => {
        if (!isFor(exchange, 'regenerateInvoice')) return false
        const { store } = contextOf(exchange)
        const { draft, order_id } = findInvoice(store, exchange.params.slug)
        return !draft && !store.orders.has(order_id)
      },
      'A currency without digits makes a 500 where an invoice is read': (exchange) =>
        isFor(exchange, 'readInvoice') &&
        findInvoice(contextOf(exchange).store, exchange.params.slug).currency === 'JPY',
    }),
    ...rows(fallingAfter('existing'), {
      'A percent sign in the footer makes GET pdf fall over': (exchange) =>
        isFor(exchange, 'readInvoicePdf') &&
        /% paid/.test(settingsOf(contextOf(exchange).store).footer_message),
      'A copy to nobody makes an email fall over': (exchange) => {
        if (!isFor(exchange, 'sendInvoiceEmail')) return false
        const { invoice_bcc, invoice_bcc_email } = settingsOf(contextOf(exchange).store)
        return invoice_bcc && invoice_bcc_email === ''
      },
      'An invoice without line items makes GET pdf fall over': (exchange) =>
        isFor(exchange, 'readInvoicePdf') &&
        findInvoice(contextOf(exchange).store, exchange.params.slug).line_items.length === 0,
    }),
    'Another charset than that of JSON makes a 500': aroundGate('body', (exchange, through) => {
      if (/iso-8859/.test(String(exchange.http.headers['content-type']))) fallOver()
      return through()
    }),
    ...rows(fallingAfter('body'), {
      'A null character in a text makes a 500': ({ body }) => JSON.stringify(body).includes('\\u0000'),
      'A name of a template in characters beyond the basic plane makes a bulk action fall over': ({ body }) =>
        /[\u{10000}-\u{10ffff}]/u.test(String(body['template_name'])),
      'Characters beyond the basic plane in a customer make a 500': ({ body }) =>
        'customer' in body && /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(body)),
      'A template with a name of more than 255 characters makes a 500': ({ body: { template } }) =>
        isObject(template) && String(template['name']).length > 255,
    }),
    ...rows(
      fallingBy((value) => String(value).includes('\u0000')),
      {
        'A null character in a number of economic operators makes a 500': 'eori_number',
        'A null character in a phone makes a 500': 'phone',
        'A null character in the format of dates makes a 500': 'date_format',
      },
    ),
    ...rows(
      fallingBy((value) => Number(value) >= 2 ** 31),
      {
        'A size of type beyond 32 bits makes a 500': 'font_size',
        'A width of a logo beyond 32 bits makes a 500': 'logo_width',
      },
    ),
    'Bytes that are no UTF-8 in a customer make a 500': aroundGate('body', (exchange, through) => {
      if (isFor(exchange, 'createCustomer') && exchange.bytes && !isUtf8(exchange.bytes)) fallOver()
      return through()
    }),
    ...rows(fallingAt, {
      'A body that is an array makes a 500': [({ http }) => http.method === 'PATCH', /^\[/],
      'A creation whose body is null makes a 500': [({ http }) => http.method === 'POST', /^null$/],
      'A customer that is null makes a 500': [asked('createCustomer'), /"customer":\s*null/],
      'A creation with a fraction as order_id makes a 500': [
        asked('createInvoice'),
        /"order_id":\s*-?\d+\.\d/,
      ],
      'An object in place of a settings text makes a 500': [
        asked('updateSettings'),
        /"settings":\s*\{.*[{[]/s,
      ],
    }),
  },
}

/** The template that a document is asked for by. */
function templateAskedFor(exchange: Exchange) {
  if (!isFor(exchange, 'readInvoicePdf')) return undefined
  return contextOf(exchange).store.templates.get(Number(sentQuery(exchange)['template_id']))
}

function html(answer: HttpAnswer): HttpAnswer {
  const page = `<html><body><h1>${answer.status}</h1></body></html>`
  return { ...answer, headers: { 'content-type': 'text/html' }, body: page }
}

const takesPacked = ({ headers }: Exchange['http']): boolean =>
  String(headers['accept-encoding']).includes('gzip')

const cut = (body: HttpAnswer['body']): HttpAnswer['body'] =>
  body && Buffer.from(String(body)).subarray(0, String(body).length)

function asHtml(answer: HttpAnswer): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' } }
}

/** At the default size of pages. */
const isFarOffset = (page: bigint): boolean => page < 2n ** 63n && (page - 1n) * 25n >= 2n ** 63n

/** What nobody expected: the service answers 500. */
function fallOver(): never {
  throw new TypeError('undefined is not a function')
}

type When = (exchange: Exchange) => boolean

/** Makes a regular expression of a search text. */
function searchingBy([operation, name]: readonly [operation: OperationId, name: string]): Change {
  return around(operation, (request, handler) => {
    void new RegExp(String(request.query[name] ?? ''))
    return handler(request)
  })
}

function asked(operation: OperationId): When {
  return (exchange) => isFor(exchange, operation)
}

/** Falls over at some requests, once they are through a gate. */
function fallingAfter(gate: Parameters<typeof afterGate>[0]) {
  return (when: When): Change => afterGate(gate, (exchange) => (when(exchange) ? fallOver() : undefined))
}

/** Falls over at values of one field. */
function fallingBy(isOdd: (value: unknown) => boolean) {
  return (field: string): Change =>
    fallingAfter('body')(({ body }) =>
      Object.values(body).some((sent) => isObject(sent) && isOdd(sent[field])),
    )
}

/** Falls over at bodies that their gate refuses, told by what was sent. */
function fallingAt([when, pattern]: readonly [when: When, pattern: RegExp]): Change {
  return aroundGate('body', async (exchange, through) => {
    try {
      await through()
    } catch (error) {
      const { bytes } = exchange
      if (when(exchange) && bytes && pattern.test(bytes.toString().trim())) fallOver()
      throw error
    }
  })
}
