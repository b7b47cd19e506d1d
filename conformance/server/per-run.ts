import type { Session } from './session.ts'

/** Remembers for each run what was made for a key: the second to ask gets what the first one got. */
export function perRun<Key, Value>(): (session: Session, key: Key, make: () => Value) => Value {
  const owner = {}
  return ({ memory }, key, make) => {
    const known = (memory.get(owner) ?? new Map<Key, Value>()) as Map<Key, Value>
    memory.set(owner, known)
    const value = known.has(key) ? (known.get(key) as Value) : make()
    known.set(key, value)
    return value
  }
}
