import type { ClauseId } from '../../../../schemas/clauses.ts'
import type { SchemaName } from '../../../../schemas/types.ts'
import { look, type Seen } from './resources.ts'
import { signsOf } from './signs.ts'

/** What a value shows, once it was looked at. */
export interface Looked {
  /** The clauses that hold of its fields, and where those are. */
  readonly right: readonly ClauseId[]
  readonly paths: readonly string[]
  readonly others: readonly Seen[]
}

/** So many ways to have values in fields are remembered of a schema; few come again and again. */
const MOST = 2_000

const known = new Map<SchemaName, Map<string, Looked>>()

/** Looks at every field of values by their schema; those that have the same signs share what is seen. */
export function looking(schema: SchemaName, clause: ClauseId): (value: unknown) => Looked {
  const signsIn = signsOf(schema)
  const looks = known.get(schema) ?? new Map<string, Looked>()
  known.set(schema, looks)
  return (value) => {
    const signs = signsIn(value)
    if (signs === null) return summed([...look(schema, value, clause)])
    const before = looks.get(signs)
    if (before) return before
    const looked = summed([...look(schema, value, clause)])
    if (looks.size >= MOST) looks.clear()
    looks.set(signs, looked)
    return looked
  }
}

function summed(seen: readonly Seen[]): Looked {
  const right = seen.filter(({ wrong }) => wrong === null)
  return {
    right: [...new Set(right.map(({ clause }) => clause))],
    paths: right.map(({ path }) => path),
    others: seen.filter(({ wrong }) => wrong !== null),
  }
}
