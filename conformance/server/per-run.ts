import { Unreachable } from './client/obstacles.ts'
import type { Session } from './session.ts'

/** Remembers for each run what was made for a key: the second to ask gets what the first one got. */
export function perRun<Key, Value>(): (session: Session, key: Key, make: () => Value) => Value {
  const owner = {}
  return ({ memory }, key, make) => {
    // Nobody else has this key.
    let known = memory.get(owner) as Map<Key, Value> | undefined
    if (!known) memory.set(owner, (known = new Map<Key, Value>()))
    const before = known.get(key)
    if (before !== undefined) return before
    if (!known.has(key)) {
      const value = make()
      known.set(key, value)
      // A check that is performed once more must not meet the error of the first time.
      if (value instanceof Promise)
        value.catch((error: unknown) => error instanceof Unreachable && known.delete(key))
    }
    return known.get(key) as Value // it may be undefined by itself
  }
}
