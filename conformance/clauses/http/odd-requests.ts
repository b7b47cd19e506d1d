import type { OperationId } from '../../../schemas/operations.ts'
import type { Call } from '../../server/client/call.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'

/**
 * Texts that trip up what parses, stores or compares them. As parts of a URL they stay below 4,000 bytes: what is
 * longer, common HTTP servers refuse before any API sees it.
 */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '1e999',
  '1.5',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[]',
  '{}',
  '0x10',
  '٣',
  '99999999999999999999',
  '-99999999999999999999',
  '9223372036854775808',
  '2147483648',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f\u007f',
  '\r\nX-Injected: 1',
  '\u202e\u200b\ufeff',
  '\u{1f9fe}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'Z̸̧̢͉̜͓̈́͗̓alg̶o',
  "'; DROP TABLE invoices; --",
  '" OR ""="',
  '%',
  '_',
  '\\',
  '((((((((',
  '[a-',
  '*',
  '?',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  '0000-00-00',
  '9999-99-99',
  '2026-02-30',
  '+275760-09-13',
  '2026-01-01T00:00:00Z',
  'x'.repeat(2_500),
  'é'.repeat(400),
]

/** Raw query strings that no client library would write. */
const RAW_QUERIES = [
  '%',
  '%zz',
  'page=%',
  'page=%zz&per_page=%e0%a4',
  'q=%ff%fe',
  'q=%ed%a0%80',
  'q=%00',
  'page=1&page=2',
  'per_page=10&per_page=abc&per_page=',
  'page[]=1',
  'page[a][b]=1',
  'q[]=a&q[]=b',
  'q[a]=b',
  'invoice_type=invoice&invoice_type=quote',
  'invoice_type[]=invoice',
  'financial_status[$ne]=paid',
  'created_at_min[]=2026-01-01',
  'created_at_min=2026-01-01&created_at_min=2026-01-02',
  'search[]=a',
  'search=%',
  '&&&===',
  '=',
  `${'a=1&'.repeat(600)}b=2`,
  'template_id=abc',
  'template_id[]=1',
  'template_id=99999999999999999999',
  'template_id=1.5',
  'packing_slip=maybe',
  'packing_slip[]=true',
  '__proto__[x]=1&constructor=1',
]

/** Bodies that are no JSON, or JSON of a shape that nobody expects. */
export const RAW_BODIES: readonly string[] = [
  '',
  ' ',
  '{',
  '}',
  '[',
  '[]',
  'null',
  'true',
  '0',
  '"text"',
  '{"',
  "{'a': 1}",
  '{"a": NaN}',
  '{"a": 1e999}',
  '{"a": undefined}',
  '\ufeff{}',
  '\u0000',
  'order_id=1&draft=true',
  '<xml/>',
  '{"order_id": 1',
  '{"order_id": 99999999999999999999999}',
  '{"order_id": 1e400}',
  '{"order_id": -0}',
  '{"__proto__": {"order_id": 1}}',
  '{"constructor": {"prototype": 1}}',
  '{"template": null, "customer": null, "settings": null}',
  '{"template": "x", "customer": 7, "settings": true}',
  '{"invoice_ids": null}',
  '{"invoice_ids": [null]}',
  '{"invoice_ids": [[1]]}',
  '{"invoice_ids": [1e999]}',
  '{"invoice_ids": {"length": 1}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
]

/** An odd call and whether carrying it out would do any harm. */
export interface OddCall {
  operation: OperationId
  call: Call
}

const READS: readonly OperationId[] = ['listInvoices', 'searchInvoices', 'listCustomers']
const PARAMETERS: { readonly [operation in OperationId]?: readonly string[] } = {
  listInvoices: ['page', 'per_page', 'invoice_type', 'financial_status', 'created_at_min', 'created_at_max'],
  searchInvoices: ['q', 'page', 'per_page'],
  listCustomers: ['search', 'page', 'per_page'],
}

/** Path segments that no client library would write. */
const RAW_SEGMENTS = ['%', '%zz', '%e0%a4', '%ff', '%00', '%2e%2e', '%ed%a0%80']

/** Odd requests that only read. */
export function* oddReads(slug: string): Generator<OddCall> {
  for (const operation of READS) {
    for (const name of PARAMETERS[operation] ?? []) {
      for (const text of ODD_TEXTS)
        yield {
          operation,
          call: { query: { ...(operation === 'searchInvoices' && { q: 'a' }), [name]: text }, odd: true },
        }
    }
    for (const raw_query of RAW_QUERIES) yield { operation, call: { raw_query, odd: true } }
  }
  for (const raw_query of RAW_QUERIES)
    yield { operation: 'readInvoicePdf', call: { params: { slug }, raw_query, odd: true } }
  for (const segment of RAW_SEGMENTS) {
    for (const operation of ['readInvoice', 'readInvoicePdf', 'readTemplate', 'readCustomer'] as const)
      yield { operation, call: { params: { slug: segment, id: segment }, raw_params: true, odd: true } }
  }
  for (const text of ODD_TEXTS.filter((one) => one !== '')) {
    for (const operation of ['readInvoice', 'readInvoicePdf'] as const)
      yield { operation, call: { params: { slug: text }, odd: true } }
    for (const operation of ['readTemplate', 'readCustomer'] as const)
      yield { operation, call: { params: { id: text }, odd: true } }
  }
}

/** Odd requests that would write nothing sensible if a server carried them out: unknown records, unreadable bodies. */
export function* oddWrites(slug: string): Generator<OddCall> {
  const params: { readonly [operation in OperationId]?: Call['params'] } = {
    createInvoice: {},
    bulkPdf: {},
    regenerateInvoice: { slug: '00000000-0000-4000-8000-000000000000' },
    sendInvoiceEmail: { slug },
    createTemplate: {},
    updateTemplate: { id: UNLIKELY_ID },
    createCustomer: {},
    updateCustomer: { id: UNLIKELY_ID },
    updateSettings: {},
  }
  for (const [operation, given] of Object.entries(params) as [OperationId, NonNullable<Call['params']>][]) {
    for (const raw_body of RAW_BODIES) {
      // A body that may be left out is no odd one when it is empty.
      if (operation === 'sendInvoiceEmail' && isPlainlyEmpty(raw_body)) continue
      yield { operation, call: { params: given, raw_body, odd: true } }
    }
  }
}

const isPlainlyEmpty = (body: string) =>
  !/^\s*[[{"]/.test(body) || /__proto__|constructor|null|invoice_ids|order_id|"x"|^\ufeff/.test(body)

/** Texts inside of bodies: unpaired surrogates and control characters, and more than a column holds. */
export const ODD_BODY_TEXTS: readonly string[] = [
  'a\u0000b',
  '\u0001\u001b[31m\u007f',
  '\ud800',
  '\udfff x',
  '\u202e\u2066\ufffe',
  '\u{1f9fe}'.repeat(70),
  "'; DROP TABLE customers; --",
  '{{7*7}} ${7*7} <%= 7*7 %>',
  'x'.repeat(256),
  'é'.repeat(1_000),
  'x'.repeat(70_000),
]
