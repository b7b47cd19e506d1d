import { isObject } from '../client/exchange.ts'

type Fields = Record<string, unknown>

/** The answer of a hook as JSON; undefined where it is none. */
export function parsedAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The answer itself and the objects right below it, where a platform nests the order under a name. */
const objectsIn = (answer: unknown): Fields[] =>
  isObject(answer) ? [answer, ...Object.values(answer)].filter(isObject) : []

/** The order that an answer shows; its id tells it from a patch that comes back as it was sent. */
export const shownOrder = (answer: unknown, order_id: number): Fields | null =>
  objectsIn(answer).find(({ id }) => String(id) === String(order_id)) ?? null

/** The id of the order that an answer shows; undefined where it shows none. */
export const createdId = (answer: unknown): number | undefined =>
  objectsIn(answer)
    .map(({ id }) => Number(id))
    .find(Number.isSafeInteger)
