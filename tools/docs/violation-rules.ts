import type { Violation } from '../../schemas/types.ts'
import type { SentRequest } from '../../schemas/violations/violations.ts'

const BASE = '/api/v1/external'

interface RuleText {
  /** Requirement of the rule. */
  readonly demands: string
  /** A request that breaks it: method, path below the base path, and body. */
  readonly call: string
  readonly body?: string
  readonly sent?: Partial<SentRequest>
}

/** Each rule with a request that breaks it. */
export const RULES: Readonly<Record<Violation['rule'], RuleText>> = {
  missing: {
    demands: 'The request has the key and every required field, parameter and body.',
    call: 'GET /invoices/search',
  },
  malformed: {
    demands: 'JSON, ids, slugs and the key can be read. A parameter, header or field is given once.',
    call: 'GET /invoices?page=1&page=2',
  },
  'unknown-field': {
    demands: 'The body has only fields that the operation knows.',
    call: 'POST /customers',
    body: '{"customer":{"emial":"zoe@example.com"}}',
  },
  'unknown-parameter': {
    demands: 'The query has only parameters that the operation knows.',
    call: 'GET /invoices?perpage=3',
  },
  type: {
    demands: 'Every value has the type that the contract states.',
    call: 'POST /invoices',
    body: '{"order_id":5.5}',
  },
  'near-type': {
    demands: 'Every value has exactly the stated type: 12 rather than "12".',
    call: 'POST /invoices',
    body: '{"order_id":"5"}',
  },
  'output-only': {
    demands: 'The body has no field that only the service sets.',
    call: 'PATCH /settings',
    body: '{"settings":{"email_locale":"de"}}',
  },
  range: { demands: 'Numbers and counts are inside their bounds.', call: 'GET /invoices?per_page=251' },
  'unknown-value': {
    demands: 'A value is one of the allowed values. A date exists in the calendar.',
    call: 'GET /invoices?financial_status=Paid',
  },
  'no-content-type': {
    demands: 'A body comes with the header `Content-Type: application/json`.',
    call: 'POST /invoices',
    body: '{"order_id":5}',
    sent: { headers: { 'x-auth-token': 'test_key' } },
  },
  'unexpected-body': {
    demands: 'An operation that takes no body gets none.',
    call: 'GET /settings',
    body: '{}',
  },
  'key-place': {
    demands: 'The API key is in the header `X-Auth-Token` and nowhere else.',
    call: 'GET /settings?api_key=test_key',
  },
  'near-path': { demands: 'Method and path belong to an operation.', call: 'PUT /customers/5' },
  'ignored-429': {
    demands: 'The client waits as long as a rate-limited answer demanded.',
    call: 'GET /settings',
    sent: { ignored_wait_ms: 1200 },
  },
}

/** The request of a rule as the mock receives it. */
export function brokenRequest({ call, body, sent }: RuleText): SentRequest {
  const [method = '', url = ''] = call.split(' ')
  const [path = '', query = ''] = url.split('?')
  return {
    method,
    path: `${BASE}${path}`,
    base_path: BASE,
    query,
    headers: {
      'x-auth-token': 'test_key',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body ?? null,
    ...sent,
  }
}
