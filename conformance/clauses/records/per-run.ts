import type { Session } from '../../server/session.ts'

/** Remembers for each run what was made for a key: the second to ask gets what the first one got. */
export function perRun<Key, Value>(): (session: Session, key: Key, make: () => Value) => Value {
  const runs = new WeakMap<Session, Map<Key, Value>>()
  return (session, key, make) => {
    const known = runs.get(session) ?? new Map<Key, Value>()
    runs.set(session, known)
    if (!known.has(key)) known.set(key, make())
    return known.get(key) as Value
  }
}
