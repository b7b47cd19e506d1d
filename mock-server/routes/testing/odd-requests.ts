import fc from 'fast-check'
import { OPERATION_IDS, OPERATIONS, type Operation, type OperationId } from '../../../schemas/operations.ts'
import { schema } from '../../../schemas/schema-files.ts'
import { KEYS } from './listening-mock.ts'
import { malformed, oddText, wrongBodies, written } from './odd-bodies.ts'

const oddSegment = fc.oneof(
  oddText.map((value) => encodeURIComponent(Buffer.from(value).toString()).slice(0, 3000) || '%20'),
  fc.constantFrom(
    '%',
    '%z',
    '%zz',
    '%c0%80',
    '%ff',
    '%00',
    '%F0%9F',
    '..%2f..',
    '.',
    ';',
    '0',
    '-1',
    '1.0',
    '99999999999999999999',
    '%31%',
    'a%2Fb',
    '$&',
    "'",
  ),
)
const oddQuery = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'q',
        'search',
        ...Object.keys(schema('queries/list-invoices').properties ?? {}),
        'page[]',
        'q[a][b]',
        '__proto__',
        'constructor',
        '%',
        '',
        '%zz',
        'per_page[0]',
      ),
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1e999',
        '1.5',
        '9'.repeat(30),
        '2026-02-30',
        '2026-13-01',
        '0000-00-00',
        '%',
        '%zz',
        '%00',
        '%ff%fe',
        '+',
        'null',
        '[]',
        '%F0%9F%98%80',
        'x'.repeat(3000),
        '=',
        '(',
        '\\',
        "'",
      ),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

const oddHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { 'content-type': 'text/html' },
    { 'content-type': ';;;' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br' },
    { 'content-encoding': 'what' },
    { 'transfer-encoding': 'chunked' },
    { accept: 'text/html' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-mock-answer': 'nonsense' },
    { 'x-mock-answer': '' },
    { cookie: 'a'.repeat(4000) },
    { range: 'bytes=5-1' },
    { 'if-none-match': '*' },
    { 'x-forwarded-host': '<script>' },
    { origin: 'null' },
    { 'x-odd': '\u00ff\u00fe' },
  ),
)

const METHODS = [
  'GET',
  'POST',
  'PATCH',
  'DELETE',
  'PUT',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'M-SEARCH',
  'QUERY',
]

/** Body or query keep these from being a write whatever record they name. */
const KEPT_FROM_WRITING: readonly OperationId[] = [
  'readInvoice',
  'regenerateInvoice',
  'readInvoicePdf',
  'sendInvoiceEmail',
  'updateTemplate',
  'updateCustomer',
]

/**
 * Requests over all operations with something about each that keeps it from being a write. The segment `known` in a
 * path stands for a record of the store.
 */
export const oddRequest = fc.constantFrom(...OPERATION_IDS).chain((id) => {
  const { method, path }: Operation = OPERATIONS[id]
  const known = KEPT_FROM_WRITING.includes(id)
  const wrongBody = wrongBodies[id]?.map(written)
  return fc.record({
    id: fc.constant(id),
    method: fc
      .oneof({ weight: 4, arbitrary: fc.constant(method) }, fc.constantFrom(...METHODS))
      .filter((other) => other === method || !known),
    path: fc
      .oneof(...(known ? [fc.constant('known')] : []), oddSegment)
      .map((segment) => path.replace(/\{\w+\}/, () => segment)),
    query:
      id === 'readInvoicePdf' || id === 'regenerateInvoice'
        ? oddQuery.map((query) => `${query}&template_id=x`)
        : oddQuery,
    headers: oddHeaders,
    body: wrongBody
      ? fc.oneof({ weight: 3, arbitrary: wrongBody }, malformed)
      : fc.option(fc.oneof(malformed, fc.json()), { nil: undefined }),
    key: fc.constantFrom(KEYS.rich, KEYS.rich, KEYS.rich, KEYS.rich, KEYS.second, KEYS.free, '', 'no'),
  })
})
