import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Call } from '../../server/client/call.ts'
import { isObject, type Exchange } from '../../server/client/exchange.ts'
import { harmlessCalls } from './every-operation.ts'

/** Calls each permitted operation once, where it does no harm. */
async function* everyOperation(law: Law, key: Call): AsyncGenerator<Exchange> {
  const calls = await harmlessCalls(law)
  for (const operation of law.permitted()) yield await law.call(operation, { ...calls[operation], ...key })
}

/** Without the header, and with an empty one. */
const keyRequired = check('auth.key-required', {
  name: 'every operation without a key',
  async run(law) {
    for (const key of [{ key: 'none' }, { key: 'bad', token: '' }] as const)
      for await (const exchange of everyOperation(law, key)) law.refused(exchange, 'unauthorized')
  },
})

const swapped = (key: string) =>
  key.replaceAll(/./gsu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** Keys that are nearly a real one: each differs from it in one way. At every operation those that are `common`. */
function nearMisses(key: string): { common: string[]; rare: string[] } {
  const middle = Math.floor(key.length / 2)
  const changed = (at: number) => key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
  return {
    common: [
      key.slice(0, -1),
      key.slice(0, middle),
      `${key}0`,
      changed(key.length - 1),
      changed(0),
      changed(middle),
      swapped(key),
    ],
    rare: [
      key.slice(1),
      key.slice(middle),
      key.slice(0, 1),
      `0${key}`,
      key + key,
      key.toUpperCase(),
      key.toLowerCase(),
      `${key}' OR '1'='1`,
      `${key.slice(0, middle)}%`,
      `${key.slice(0, middle)}*`,
    ],
  }
}

/** All keys of the target. */
function realKeys({ target }: Law): string[] {
  const { api_key, other_store_api_key, free_plan_api_key, rate_limited_api_key } = target
  return [api_key, other_store_api_key, free_plan_api_key, rate_limited_api_key].filter((key) => key !== null)
}

/** Each once, and none that is empty or a key of the target, as that of a key without letters would be. */
function unknownOnes(law: Law, tokens: readonly string[]): string[] {
  const real = realKeys(law)
  return [...new Set(tokens)].filter((token) => token !== '' && !real.includes(token))
}

/** Keys that are nearly the judged store's. */
export const nearTokens = (law: Law): string[] => unknownOnes(law, nearMisses(law.target.api_key).common)

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

/** Near misses of all real keys at reading operations, a few of them at every one. */
const keyUnknown = check('auth.key-unknown', {
  name: 'every operation with a key that no store owns',
  async run(law) {
    const near = realKeys(law).map(nearMisses)
    const tokens = [
      ...near.flatMap(({ common, rare }) => [...common, ...rare]),
      ...STRANGE,
      `key-${law.marker}`,
    ]
    for (const token of unknownOnes(law, tokens))
      for (const operation of ['readSettings', 'listInvoices'] as const)
        law.refused(await law.call(operation, { key: 'bad', token }), 'unauthorized')
    for (const token of nearTokens(law))
      for await (const exchange of everyOperation(law, { key: 'bad', token }))
        law.refused(exchange, 'unauthorized')
  },
})

/** 403 at every operation. */
const freePlan = check('auth.free-plan', {
  name: 'every operation with the key of a free-plan store',
  async run(law) {
    for await (const exchange of everyOperation(law, { key: 'free_plan' })) {
      law.judge(exchange.response.status === 403, { expected: '403', exchanges: exchange })
      law.observe('body.forbidden', bodyOf(exchange), exchange)
    }
  },
})

function bodyOf({ response: { json } }: Exchange): 'none' | 'error' | 'object' {
  if (json === undefined) return 'none'
  return isObject(json) && typeof json['error'] === 'string' ? 'error' : 'object'
}

export const authKeys: readonly Check[] = [keyRequired, keyUnknown, freePlan]
