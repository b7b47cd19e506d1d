import type { OperationId } from '../../../schemas/operations.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { isObject, isSuccess, member } from '../../server/client/exchange.ts'
import { isRateLimited } from '../../server/client/rate-limit.ts'
import { relation, sight } from './relation.ts'

/** Operations that answer the record that the path names: where it stands, and which clause says so. */
const NAMED: Partial<Record<OperationId, readonly [key: string, param: 'id' | 'slug', clause: ClauseId]>> = {
  readInvoice: ['invoice', 'slug', 'read.by-slug'],
  regenerateInvoice: ['invoice', 'slug', 'regenerate.same-invoice'],
  readInvoicePdf: ['invoice', 'slug', 'pdf.envelope'],
  readTemplate: ['template', 'id', 'templates.read'],
  updateTemplate: ['template', 'id', 'templates.update'],
  readCustomer: ['customer', 'id', 'customers.read'],
  updateCustomer: ['customer', 'id', 'customers.update'],
}

/** The record that was asked for is the one that is answered. */
const named = relation('the record asked for is answered', keysOf(NAMED), function* ({ passed }) {
  const [key = '', param = 'id', clause] = (passed.operation && NAMED[passed.operation]) ?? []
  const record = member(passed, key)
  if (clause === undefined || !isSuccess(passed) || !isObject(record)) return
  const [asked, got] = [passed.params[param], record[param]].map((id) => String(id).toLowerCase())
  yield sight(clause, asked === got, () => ({
    field: param,
    expected: `the ${key} with ${param} ${asked}`,
    got: `${param} ${got}`,
    exchanges: passed,
  }))
})

/** An absolute URI (RFC 3986): a scheme, and no character that a URI cannot hold. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[^\s<>"{}|\\^`]+$/i

const documents = relation('a document has an address', ['readInvoicePdf'], function* ({ passed }) {
  const invoice = member(passed, 'invoice')
  if (!isSuccess(passed) || !isObject(invoice)) return
  const url = invoice['pdf_url']
  yield sight('pdf.envelope', typeof url === 'string' && ABSOLUTE.test(url) && URL.canParse(url), () => ({
    field: 'pdf_url',
    expected: 'pdf_url, an absolute URI',
    got: `pdf_url ${JSON.stringify(url)}`,
    exchanges: passed,
  }))
})

const emails = relation('a queued email has a message', ['sendInvoiceEmail'], function* ({ passed }) {
  if (!isSuccess(passed)) return
  const message = member(passed, 'message')
  yield sight('email.queued', typeof message === 'string' && message.trim() !== '', () => ({
    expected: 'an object with a non-empty message (string)',
    got: passed.response.text.slice(0, 200) || 'no body',
    exchanges: passed,
  }))
})

const keys = relation('no operation answers without a key', null, function* ({ passed }) {
  const { operation, key } = passed
  if (operation === null || key !== 'none') return
  yield sight('auth.key-required', !isSuccess(passed), () => ({
    field: operation,
    expected: 'the unauthorized error, since no key was sent',
    got: String(passed.response.status),
    exchanges: passed,
  }))
})

/** The rate-limited error of §7; a gateway's own, which is no JSON, is left alone. */
const limited = relation('a rate-limited answer says what it must', null, function* ({ passed }) {
  const { status, headers, json } = passed.response
  if (passed.operation === null || status !== 429 || !isRateLimited(passed) || !isObject(json)) return
  const { error, retry_after, message } = json
  const isWhole = typeof error === 'string' && Number.isInteger(retry_after) && typeof message === 'string'
  yield sight('rate.limited-body', isWhole, () => ({
    expected: 'error (string), retry_after (integer) and message (string)',
    got: passed.response.text.slice(0, 200),
    exchanges: passed,
  }))
  yield sight('rate.reset-header', 'x-ratelimit-reset' in headers, () => ({
    expected: 'the header X-RateLimit-Reset',
    got: 'none',
    exchanges: passed,
  }))
})

/** What one answer shows by itself. */
export const ASKED = [named, documents, emails, keys, limited] as const
