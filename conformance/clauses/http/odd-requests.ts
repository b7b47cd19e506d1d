import type { OperationId } from '../../../schemas/operations.ts'
import type { Call } from '../../server/client/call.ts'
import { isDrawn, type Draw } from '../drawn.ts'
import { FILTERS } from '../filters/filters.ts'

/**
 * Texts that trip up what parses, stores or compares them. As parts of a URL they stay below 4,000 bytes: what is
 * longer, common HTTP servers refuse before any API sees it.
 */
const ODD_TEXTS: readonly string[] = [
  // Numbers, and what is nearly one.
  ['0', '-1', '1e3', '1e999', '1.5', 'NaN', 'Infinity', '0x10', '٣', '2147483648', '9223372036854775808'],
  ['99999999999999999999', '-99999999999999999999'],
  // What parsers take for something else.
  ['', ' ', 'null', 'true', '[]', '{}', '__proto__', 'constructor'],
  ['\u0000', 'a\u0000b', '\u0001\u001f\u007f', '\r\nX-Injected: 1', '\u202e\u200b\ufeff'],
  ['\u{1f9fe}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'Z̸̧̢͉̜͓̈́͗̓alg̶o', 'x'.repeat(2_500), 'é'.repeat(400)],
  // Signs of queries, patterns, templates, pages and paths.
  ["'; DROP TABLE invoices; --", '" OR ""="', '%', '_', '\\', '((((((((', '[a-', '*', '?', '${7*7}'],
  ['{{7*7}}', '<script>alert(1)</script>', '../../../../etc/passwd'],
  ['0000-00-00', '9999-99-99', '2026-02-30', '+275760-09-13', '2026-01-01T00:00:00Z'],
].flat()

/** What a client writes that does not know the name of a parameter, and every name of one letter. */
const NO_NAMES = ['undefined', 'null', '0', ...'abcdefghijklmnopqrstuvwxyz']
  .map((name) => `${name}=1`)
  .join('&')

/** Raw query strings that no client library would write; those that name a parameter are for who takes it. */
const RAW_QUERIES = [
  ['%', '%zz', 'page=%', 'page=%zz&per_page=%e0%a4', '&&&===', '=', `${'a=1&'.repeat(600)}b=2`],
  ['__proto__[x]=1&constructor=1', 'page=1&page=2', 'per_page=10&per_page=abc&per_page='],
  ['page[]=1', 'page[a][b]=1', NO_NAMES],
].flat()
const RAW_OF = {
  listInvoices: [
    ['invoice_type=invoice&invoice_type=quote', 'invoice_type[]=invoice', 'financial_status[$ne]=paid'],
    ['created_at_min[]=2026-01-01', 'created_at_min=2026-01-01&created_at_min=2026-01-02'],
    // No data base has it for a year, and many a calendar has.
    ['created_at_min=0000-01-01', 'created_at_max=0000-12-31'],
  ].flat(),
  searchInvoices: ['q=%ff%fe', 'q=%ed%a0%80', 'q=%00', 'q[]=a&q[]=b', 'q[a]=b'],
  listCustomers: ['search=%', 'search=%ed%a0%80', 'search=%00', 'search[]=a', 'search[a]=b'],
  readInvoicePdf: [
    ['template_id=abc', 'template_id[]=1', 'template_id=99999999999999999999', 'template_id=1.5'],
    ['packing_slip=maybe', 'packing_slip[]=true', 'q=%ff%fe'],
  ].flat(),
} as const

/** An odd request. */
export interface OddCall {
  readonly operation: OperationId
  readonly call: Call
}

/** The same oddity at each of some operations. */
export const at = (operations: readonly OperationId[], call: Call): OddCall[] =>
  operations.map((operation) => ({ operation, call: { ...call, odd: true } }))

const PARAMETERS = {
  listInvoices: ['page', 'per_page', ...FILTERS],
  searchInvoices: ['q', 'page', 'per_page'],
  listCustomers: ['search', 'page', 'per_page'],
} as const

const BY_SLUG = ['readInvoice', 'readInvoicePdf'] as const
const BY_ID = ['readTemplate', 'readCustomer'] as const

/** Who would rather have a page. */
export const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Path segments that no client library would write. */
const RAW_SEGMENTS = ['%', '%zz', '%e0%a4', '%ff', '%00', '%2e%2e', '%ed%a0%80']

/** Odd requests that only read. */
export function oddReads(slug: string, draw: Draw): OddCall[] {
  const { listInvoices, searchInvoices, listCustomers } = PARAMETERS
  const raw = [...RAW_QUERIES, ...RAW_OF.readInvoicePdf]
  return [
    ...oddQueries('listInvoices', listInvoices, draw),
    ...oddQueries('searchInvoices', searchInvoices, draw, { q: 'a' }),
    ...oddQueries('listCustomers', listCustomers, draw),
    ...raw.flatMap((raw_query) => at(['readInvoicePdf'], { params: { slug }, raw_query })),
    ...at(['readInvoicePdf'], { params: { slug: NO_SLUG }, query: WRONG_TEMPLATE }),
    ...at(['listInvoices', 'readInvoice'], { params: { slug: NO_SLUG }, headers: BROWSER }),
    ...RAW_SEGMENTS.flatMap((segment) =>
      at([...BY_SLUG, ...BY_ID], { params: { slug: segment, id: segment }, raw_params: true }),
    ),
    ...ODD_TEXTS.filter((text) => text !== '').flatMap((text, turn) =>
      [...BY_SLUG, ...BY_ID]
        .filter((_, index) => isDrawn(draw, turn, index))
        .flatMap((operation) => at([operation], { params: { slug: text, id: text } })),
    ),
  ]
}

/** Longer than any pattern or index takes. */
const LONG_TEXT = 'long '.repeat(500)

/** A page that fits 64 bits, though the number of what stands before it does not. */
const FAR_PAGE = '9223372036854775807'

/** @param others what the operation demands beside the odd parameter */
function oddQueries(
  operation: keyof typeof PARAMETERS,
  names: readonly string[],
  draw: Draw,
  others: Call['query'] = {},
): OddCall[] {
  return [
    ...names.flatMap((name, index) =>
      ODD_TEXTS.filter((_, turn) => isDrawn(draw, turn, index)).flatMap((text) =>
        at([operation], { query: { ...others, [name]: text } }),
      ),
    ),
    ...at([operation], { query: { ...others, page: FAR_PAGE } }),
    ...names
      .filter((name) => name === 'q' || name === 'search')
      .flatMap((name) => at([operation], { query: { ...others, [name]: LONG_TEXT } })),
    ...[...RAW_QUERIES, ...RAW_OF[operation]].flatMap((raw_query) => at([operation], { raw_query })),
  ]
}

/** Wrong by itself, whatever it is asked of. */
export const WRONG_TEMPLATE = { template_id: 'none' }

export const NO_SLUG = '00000000-0000-4000-8000-000000000000'
