import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { forEachOperation } from './every-operation.ts'

/** auth.key-required: without the header, and with an empty one. */
const keyRequired = check('auth.key-required', {
  name: 'every operation without a key',
  async run(law) {
    for (const call of [{ key: 'none' as const }, { key: 'bad' as const, token: '' }]) {
      await forEachOperation(law, 'auth.key-required', call, async (operation, given) => {
        law.of('auth.key-required').refused(await law.call(operation, given), 'unauthorized')
      })
    }
  },
})

/** Keys that are nearly a real one: each differs from it in one way. */
export function nearMisses(key: string): { [how: string]: string } {
  const middle = Math.floor(key.length / 2)
  const changed = (at: number) => key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
  return {
    'without its last character': key.slice(0, -1),
    'without its first character': key.slice(1),
    'its first half': key.slice(0, middle),
    'its last half': key.slice(middle),
    'its first character': key.slice(0, 1),
    'with a character more': `${key}0`,
    'with a character before': `0${key}`,
    twice: key + key,
    'another last character': changed(key.length - 1),
    'another first character': changed(0),
    'another character in the middle': changed(middle),
    'in upper case': key.toUpperCase(),
    'in lower case': key.toLowerCase(),
    'in swapped case': [...key]
      .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
      .join(''),
    'with an SQL tail': `${key}' OR '1'='1`,
    'as a pattern': `${key.slice(0, middle)}%`,
    'as a glob': `${key.slice(0, middle)}*`,
  }
}

/** Near misses that every operation meets. */
const AT_EVERY_OPERATION = [
  'without its last character',
  'its first half',
  'with a character more',
  'another last character',
  'another first character',
  'another character in the middle',
  'in swapped case',
]

/** All keys of the target. */
function realKeys({ session: { target } }: Law): string[] {
  const { api_key, other_store_api_key, free_plan_api_key, rate_limited_api_key } = target
  return [api_key, other_store_api_key, free_plan_api_key, rate_limited_api_key].filter((key) => key !== null)
}

/** Those near misses of the judged store's key; none is empty or a key of the target, as that of a key without letters would be. */
export function nearTokens(law: Law): string[] {
  const near = nearMisses(law.target.api_key)
  const real = realKeys(law)
  const tokens = new Set(AT_EVERY_OPERATION.map((how) => near[how]!))
  return [...tokens].filter((token) => token !== '' && !real.includes(token))
}

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

/** auth.key-unknown: the same near misses at reading operations, a few of them at every one. */
const keyUnknown = check('auth.key-unknown', {
  name: 'every operation with a key that no store owns',
  async run(law) {
    const real = realKeys(law)
    const near = real.flatMap((key) => Object.values(nearMisses(key)))
    const unknown = [...new Set([...near, ...STRANGE, `key-${law.marker}`])]
    const tokens = unknown.filter((token) => token !== '' && !real.includes(token))
    for (const token of tokens) await judgeToken(law, token)
    for (const token of nearTokens(law)) {
      await forEachOperation(law, 'auth.key-unknown', { key: 'bad', token }, async (operation, call) => {
        law.of('auth.key-unknown').refused(await law.call(operation, call), 'unauthorized')
      })
    }
  },
})

async function judgeToken(law: Law, token: string): Promise<void> {
  for (const operation of ['readSettings', 'listInvoices'] as const) {
    law.of('auth.key-unknown').refused(await law.call(operation, { key: 'bad', token }), 'unauthorized')
  }
}

/** auth.free-plan: 403 at every operation. */
const freePlan = check('auth.free-plan', {
  name: 'every operation with the key of a free-plan store',
  async run(law) {
    await forEachOperation(law, 'auth.free-plan', { key: 'free_plan' }, async (operation, call) => {
      const exchange = await law.call(operation, call)
      law.of('auth.free-plan').judge(exchange.response.status === 403, {
        expected: '403',
        exchanges: exchange,
      })
      const { json } = exchange.response
      const body =
        json === undefined
          ? 'none'
          : typeof (json as { error?: unknown } | null)?.error === 'string'
            ? 'error'
            : 'object'
      law.observe('body.forbidden', body, exchange)
    })
  },
})

export const authKeys: readonly Check[] = [keyRequired, keyUnknown, freePlan]
