import { CLAUSES, type ClauseId } from '../../../schemas/clauses.ts'
import type { RunResult } from '../../judge/result.ts'
import type { Failure, Failures, Outcome, Verdict } from '../../judge/verdict.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { parseTarget } from '../../server/load-target.ts'

export const KEYS = {
  api_key: 'sk_live_0123456789ABCDEFabcdef',
  other_store_api_key: 'sk_other_fedcba9876543210FEDC',
  free_plan_api_key: 'free-plan-key-aaaabbbbccccdddd',
  rate_limited_api_key: 'limited-key-1111222233334444',
}
export const SIGNATURE = 'c2lnbmF0dXJlLW9mLWEtdXJs0123456789'
const HOOK_TOKEN = 'hook-token-99998888777766665555'

/** No part of these may stand in a report. */
export const SECRETS = [...Object.values(KEYS), SIGNATURE, HOOK_TOKEN]

/** Text of a hostile server: markup, commands of GitHub, escapes of a terminal, what XML cannot write, and secrets. */
export const HOSTILE = [
  `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&]]>`,
  '::error title=owned::owned',
  '\n::set-env name=PATH::/owned\r\n##[error]owned',
  '\u001B]0;owned\u0007\u001B[2J\u009B31m\u202Eevil\u2066',
  '\0\u0008\uFFFE\uD800',
  ...SECRETS,
].join(' ')

export const target = parseTarget({
  base_url: 'http://127.0.0.1:9/api/v1/external',
  ...KEYS,
  hooks: { emails: { method: 'GET', url: 'http://127.0.0.1:9/emails', headers: { 'X-Hook': HOOK_TOKEN } } },
})

/** An exchange of the made-up run; fields given replace its own. */
export function exchange(
  given: Partial<Pick<Exchange, 'started_at' | 'ms'>> &
    Partial<Pick<Exchange['request'], 'method' | 'url' | 'body'>> & { token?: string; text?: string } = {},
): Exchange {
  const {
    token = KEYS.api_key,
    url = `${target.base_url}/invoices`,
    text = '{"invoices":[]}',
    body = null,
    method = 'GET',
    started_at = 0,
    ms = 1.234,
  } = given
  return {
    n: 1,
    operation: 'listInvoices',
    key: 'api',
    odd: false,
    params: {},
    query: {},
    input: undefined,
    request: { method, url, headers: { accept: 'application/json', 'x-auth-token': token }, body },
    response: { status: 200, headers: { 'content-type': text.slice(0, 200) }, text, json: parsed(text) },
    started_at,
    ms,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function failure(given: Partial<Failure> = {}): Failure {
  return {
    expected: 'an envelope',
    got: '200 []',
    exchanges: [exchange()],
    check: 'the list',
    file: 'conformance/clauses/list/index.ts',
    seed: 7,
    replay: null,
    ...given,
  }
}

interface GivenVerdict extends Partial<Pick<Verdict, 'left_out' | 'ms' | 'requests'>> {
  reason?: string
  failures?: Failures
}

export function verdict(clause: ClauseId, outcome: Outcome, given: GivenVerdict = {}): Verdict {
  const { reason = 'needs something', failures = [failure()], ...rest } = given
  const { section, level, says } = CLAUSES[clause]
  const judged = { clause, section, level, says, left_out: [], requests: 3, ms: 12.5, ...rest }
  if (outcome === 'pass') return { ...judged, outcome, reason: null, failure: null, failures: [] }
  if (outcome === 'fail') return { ...judged, outcome, reason: null, failure: failures[0], failures }
  if (outcome === 'waived') return { ...judged, outcome, reason, failure: failures[0], failures }
  return { ...judged, outcome, reason, failure: null, failures: [] }
}

export function madeUpResult(verdicts: Verdict[], given: Partial<RunResult> = {}): RunResult {
  return {
    target,
    started_at: Date.UTC(2026, 2, 1),
    duration_ms: 1500,
    requests: 42,
    waited_ms: 700,
    marker: 'ikmrt0abcdabcdef',
    seed: 7,
    verdicts,
    observations: new Map(),
    unobserved: {},
    effects: null,
    assumed: {},
    left_behind: [],
    personal: { values: new Map(), isOwn: () => false },
    target_mistakes: [],
    stopped: null,
    ...given,
  }
}

/** A run in which a hostile server answered, with every outcome there is. */
export function hostileResult(): RunResult {
  const bad = exchange({
    token: `${KEYS.api_key.slice(0, -1)}x`,
    url: `${target.base_url}/invoices?search=${encodeURIComponent(HOSTILE.replaceAll(/[\uD800]/g, ''))}`,
    text: JSON.stringify({
      pdf_url: `http://files.example/d/1?sig=${SIGNATURE}&x=${SIGNATURE}`,
      note: HOSTILE,
    }),
    body: HOSTILE,
  })
  const long = `{"${'word'.repeat(200)}"}`
  const hostile = {
    message: `${long} ${HOSTILE}`,
    expected: HOSTILE,
    got: HOSTILE,
    exchanges: [bad],
  }
  const race = [0, 2, 3].map((started_at) => exchange({ method: 'POST', body: long, started_at, ms: 40 }))
  const steps = [
    { does: HOSTILE, exchanges: 3 },
    { does: long, exchanges: 1 },
  ]
  return madeUpResult(
    [
      verdict('auth.key-required', 'pass'),
      verdict('auth.free-plan', 'skipped', { reason: HOSTILE }),
      verdict('list.envelope', 'fail', {
        failures: [
          failure({
            ...hostile,
            replay: { property: '', path: '3:1', counterexample: HOSTILE, confirmed: '2 of 2' },
          }),
        ],
      }),
      verdict('list.defaults', 'not_exercised', { reason: HOSTILE, left_out: [HOSTILE] }),
      verdict('list.meta-echo', 'error', { reason: HOSTILE }),
      verdict('list.meta-arithmetic', 'waived', { reason: HOSTILE, failures: [failure(hostile)] }),
      verdict('errors.one-status-per-kind', 'fail', {
        failures: [
          failure({ ...hostile, got: `otherwise ${HOSTILE}`, exchanges: [...race, { ...bad }], steps }),
        ],
      }),
    ],
    {
      observations: new Map([
        ['status.unauthorized', { value: 401, evidence: [bad] }],
        ['format.money', { value: HOSTILE, evidence: [bad] }],
      ]),
      unobserved: { 'status.conflict': HOSTILE },
      left_behind: [HOSTILE],
    },
  )
}
