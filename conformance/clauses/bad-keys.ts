import { atOnce } from '../judge/at-once.ts'
import type { OperationId } from '../../schemas/operations.ts'
import type { Law } from '../judge/law.ts'
import type { Call } from '../server/client/call.ts'
import { isSuccess, type Exchange } from '../server/client/exchange.ts'

const swapped = (key: string) =>
  key.replaceAll(/./gsu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** Keys that are nearly a real one: each differs from it in one way. At every operation those that are `common`. */
export function nearMisses(key: string): { common: string[]; rare: string[] } {
  const middle = Math.floor(key.length / 2)
  const changed = (at: number) => key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
  return {
    common: [
      [key.slice(0, -1), key.slice(0, middle), `${key}0`, swapped(key)],
      [key.length - 1, 0, middle].map(changed),
      [`${key}, x`, `x, ${key}`],
    ].flat(),
    rare: [
      [key.slice(1), key.slice(middle), key.slice(0, 1), `0${key}`, key + key],
      [key.toUpperCase(), key.toLowerCase()],
      // As other headers carry a key.
      `Bearer ${key}`,
      [`${key}' OR '1'='1`, `${key.slice(0, middle)}%`, `${key.slice(0, middle)}*`],
    ].flat(),
  }
}

/** All keys of the target. */
export function realKeys({ target }: Law): string[] {
  const { api_key, other_store_api_key, free_plan_api_key, rate_limited_api_key } = target
  return [api_key, other_store_api_key, free_plan_api_key, rate_limited_api_key].filter((key) => key !== null)
}

/** Each once, and none that is empty or a key of the target, as that of a key without letters would be. */
export function unknownOnes(law: Law, tokens: readonly string[]): string[] {
  const real = realKeys(law)
  return [...new Set(tokens)].filter((token) => token !== '' && !real.includes(token))
}

/** Keys that are nearly the judged store's. */
export const nearTokens = (law: Law): string[] => unknownOnes(law, nearMisses(law.target.api_key).common)

/** No key, and with `hostile-input` keys that are nearly the store's. */
const badKeys = (law: Law): Call[] => [
  { key: 'none' },
  ...(law.allows('hostile-input') ? nearTokens(law) : []).map((token): Call => ({ key: 'bad', token })),
]

/** Of what takes its time a few do. */
export const FEW_KEYS = 4

/** A call with the key of a store on the free plan, which is forbidden everything; none where the target has none. */
export const withFreeKey = async (law: Law, operation: OperationId, call: Call): Promise<Exchange[]> =>
  law.target.free_plan_api_key === null ? [] : [await law.call(operation, { ...call, key: 'free_plan' })]

/**
 * Calls with bad keys: without one first, and if that is not taken for a good one, which is the business of
 * auth.key-unknown, with the others at once.
 */
export async function withBadKeys(
  law: Law,
  operation: OperationId,
  call: Call,
  most = Infinity,
): Promise<Exchange[]> {
  const [none, ...others] = badKeys(law)
    .slice(0, most)
    .map((key) => () => law.call(operation, { ...call, ...key }))
  const answers = none ? [await none()] : []
  if (answers.some(isSuccess)) return answers
  return [...answers, ...(await atOnce(others, (send) => send()))]
}
