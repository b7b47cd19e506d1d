import type { Session } from './session.ts'

/** Remembers for each run what was made for a key: the second to ask gets what the first one got. */
export function perRun<Key, Value>(): (session: Session, key: Key, make: () => Value) => Value {
  const owner = {}
  return ({ memory }, key, make) => {
    // Nobody else has this key.
    const known = (memory.get(owner) ?? new Map<Key, Value>()) as Map<Key, Value>
    memory.set(owner, known)
    if (!known.has(key)) known.set(key, make())
    return known.get(key) as Value // it may be undefined by itself
  }
}
