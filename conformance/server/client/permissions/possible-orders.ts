import { isObject } from '../exchange.ts'
import type { Target } from '../../target.ts'
import type { ApiRequest } from './outgoing.ts'
import type { Sightings } from './sightings.ts'

/** No platform is likely to have given as many ids. */
const UNLIKELY_FROM = 2 ** 48

/** Ids of orders that a lenient service might read out of a creation: numbers in its order_id, in whatever form. */
function possibleOrders({ call }: ApiRequest): number[] {
  const numbers = call.raw_body === undefined ? numbersIn(orderIdIn(call.body)) : rawNumbers(call.raw_body)
  const ids = numbers.flatMap((number) => [Math.floor(number), Math.ceil(number)])
  return [...new Set(ids)].filter((id) => id > 0 && id < UNLIKELY_FROM)
}

const orderIdIn = (body: unknown): unknown => (isObject(body) ? body['order_id'] : undefined)

/** The numbers of a JSON value; of a text the number that it begins with. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value === 'string') return [Number.parseFloat(value)].filter((number) => !Number.isNaN(number))
  if (Array.isArray(value)) return value.flatMap(numbersIn)
  return isObject(value) ? Object.values(value).flatMap(numbersIn) : []
}

/** Numbers behind the name `order_id` in a body that may be no JSON. */
const rawNumbers = (body: string | Uint8Array): number[] =>
  [
    ...Buffer.from(body)
      .toString()
      .matchAll(/order_id\W{1,5}(\d+(?:\.\d+)?(?:e\d+)?)/gi),
  ].map(([, digits]) => Number(digits))

/** How the orders that a creation may name relate to the run's own: they are own, near misses of own, or foreign. */
export function relationOf(
  request: ApiRequest,
  { order_ids, draft_order_ids }: Target,
  { ownOrders }: Sightings,
): 'own' | 'near' | 'foreign' {
  const isOwn = (id: number) => order_ids.includes(id) || draft_order_ids.includes(id) || ownOrders.has(id)
  const others = possibleOrders(request).filter((id) => !isOwn(id))
  if (others.length === 0) return 'own'
  // Ids that a server with 32-bit integers reads as an order of the run.
  return others.every((id) => isOwn(id - 2 ** 32)) ? 'near' : 'foreign'
}
