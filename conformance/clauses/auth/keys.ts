import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { bodyBy } from '../../server/learn/bodies.ts'
import { nearMisses, nearTokens, realKeys, unknownOnes } from '../bad-keys.ts'
import { harmlessCalls, mistakenCalls } from './every-operation.ts'

/** Calls each permitted operation once, where it does no harm. */
async function everyOperation(law: Law, key: Call): Promise<Exchange[]> {
  const calls = await harmlessCalls(law)
  return atOnce(law.permitted(), (operation) => law.call(operation, { ...calls[operation], ...key }))
}

/** And those with a mistake, which nobody is told before key and plan are in order. */
async function mistaken(law: Law, key: Call): Promise<Exchange[]> {
  return atOnce(await mistakenCalls(law), ([operation, call]) => law.call(operation, { ...call, ...key }))
}

/** Without the header, and with an empty one. */
const keyRequired = check('auth.key-required', {
  name: 'every operation without a key',
  async run(law) {
    for (const key of [{ key: 'none' }, { key: 'bad', token: '' }] as const)
      for (const exchange of await everyOperation(law, key)) law.refused(exchange, 'unauthorized')
    for (const exchange of await mistaken(law, { key: 'none' })) law.refused(exchange, 'unauthorized')
  },
})

/** No key where it belongs, but in other headers; and in the query where nobody's log but the tester's own sees it. */
function keyElsewhere({ target: { api_key, base_url } }: Law, { query }: Call): Call {
  const isOwn = /^(127\.|localhost$|\[::1\]$)/.test(new URL(base_url).hostname)
  return {
    key: 'none',
    headers: { authorization: `Bearer ${api_key}`, 'x-api-key': api_key, cookie: `X-Auth-Token=${api_key}` },
    query: { ...query, ...(isOwn && { 'x-auth-token': api_key, api_key, token: api_key }) },
  }
}

/** A good key that is not where it belongs is none. */
const keyMisplaced = check('auth.key-required', {
  name: 'every operation with the key in another place',
  permissions: ['key-exposure'],
  async run(law) {
    const calls = await harmlessCalls(law)
    await atOnce(law.permitted(), async (operation) => {
      const call = { ...calls[operation], ...keyElsewhere(law, calls[operation]) }
      law.refused(await law.call(operation, call), 'unauthorized')
    })
  },
})

/** Keys that no store owns, whatever the real ones look like. */
const STRANGE = [
  'null',
  'undefined',
  'true',
  '0',
  '*',
  '%',
  '.*',
  "' OR '1'='1",
  '<API_KEY>',
  'Invalid API key',
]

/** Near misses of all real keys, each at one of two reading operations, at the other with another seed; those of the judged store's at every one. */
const keyUnknown = check('auth.key-unknown', {
  name: 'every operation with a key that no store owns',
  async run(law) {
    const near = nearTokens(law)
    if (!law.mayTry('hostile-input', `more than ${FEW_WRONG_KEYS} wrong keys`)) return judgeFewWrongKeys(law)
    const tokens = [
      ...realKeys(law).flatMap((key) => nearMisses(key).common),
      ...nearMisses(law.target.api_key).rare,
      ...STRANGE,
      `key-${law.marker}`,
    ]
    const others = unknownOnes(law, tokens).filter((token) => !near.includes(token))
    const first = law.seedOf('first operation')
    await atOnce(others.entries(), async ([turn, token]) => {
      const operation = (first + turn) % 2 === 0 ? 'readSettings' : 'listInvoices'
      law.refused(await law.call(operation, { key: 'bad', token }), 'unauthorized')
    })
    await judgeForeignLetter(law)
    for (const token of near)
      for (const exchange of await everyOperation(law, { key: 'bad', token }))
        law.refused(exchange, 'unauthorized')
  },
})

/** The wrong keys of a run without `hostile-input`, of which it may send ten: one is sent to learn the refusal. */
const FEW_WRONG_KEYS = 8

/**
 * Sends each key to another operation, beginning with one that follows from the seed. None is like the real key, which
 * a gateway that logs refused keys would reveal.
 */
async function judgeFewWrongKeys(law: Law): Promise<void> {
  const calls = await harmlessCalls(law)
  const operations = law.permitted()
  const first = law.seedOf('first operation')
  const tokens = Array.from(
    { length: FEW_WRONG_KEYS },
    (_, n) => `key-${law.marker}-${law.seedOf(`key ${n}`)}`,
  )
  await atOnce(tokens.entries(), async ([turn, token]) => {
    const operation = operations[(first + turn) % operations.length]
    if (!operation) return
    law.refused(await law.call(operation, { ...calls[operation], key: 'bad', token }), 'unauthorized')
  })
}

/** As long as the key and not as many bytes; a server of HTTP may refuse it by itself, before it is taken for a key. */
async function judgeForeignLetter(law: Law): Promise<void> {
  const token = `${law.target.api_key.slice(0, -1)}\u00e9`
  const exchange = await law.call('readSettings', { key: 'bad', token, odd: true })
  law.judge(!isSuccess(exchange), { expected: 'no settings', exchanges: exchange })
}

/** 403 at every operation. */
const freePlan = check('auth.free-plan', {
  name: 'every operation with the key of a free-plan store',
  shows: ['body.forbidden'],
  async run(law) {
    for (const exchange of await everyOperation(law, { key: 'free_plan' })) {
      judgeForbidden(law, exchange)
      law.observe('body.forbidden', bodyBy('body.forbidden', exchange), exchange)
    }
    for (const exchange of await mistaken(law, { key: 'free_plan' })) judgeForbidden(law, exchange)
  },
})

const judgeForbidden = (law: Law, exchange: Exchange) =>
  law.judge(exchange.response.status === 403, { expected: '403', exchanges: exchange })

export const authKeys: readonly Check[] = [keyRequired, keyMisplaced, keyUnknown, freePlan]
