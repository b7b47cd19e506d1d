import { Refusal } from '../refusal.ts'
import { fromRefusal } from './admin-error.ts'

/** Makes an object's methods tell in words what a rule refused: who calls them in process sees no answer of the admin API. */
export function inWords<T extends object>(desk: T): T {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(desk)))
    if (typeof value === 'function')
      Object.defineProperty(desk, name, { value: telling(value), enumerable: true, configurable: true })
  return desk
}

const telling =
  (method: (...given: unknown[]) => unknown) =>
  (...given: unknown[]): unknown => {
    try {
      const result = method(...given)
      return result instanceof Promise ? result.catch(tell) : result
    } catch (error) {
      return tell(error)
    }
  }

function tell(error: unknown): never {
  throw error instanceof Refusal ? fromRefusal(error) : error
}
