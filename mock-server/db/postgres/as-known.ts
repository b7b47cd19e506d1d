import { confirm, type Count, type Known, type Told } from './confirm.ts'
import { COUNT_AS_KNOWN, KEEP_AS_KNOWN } from './question.ts'
import type { Changes } from './statement.ts'

/** A turn of requests to one store, by far the most: what belongs to the whole system, and one log in whose window they are counted. */
interface Usual {
  readonly system: Known
  readonly own: Known & { readonly count: Count }
}

/**
 * Asks what `confirm` asks, by a statement that takes the database a third less where all is as it was known. Where it is
 * not, that is told by a second one; so it is for logs that nobody else seems to write.
 */
export async function confirmAsKnown(
  queries: Changes,
  known: readonly Known[],
  isWhole: boolean,
): Promise<Map<number, Told>> {
  const usual = usualOf(known)
  if (usual === null) return confirm(queries, known, isWhole)
  const done = await keep(queries, usual)
  if (done === null) return confirm(queries, known, isWhole)
  const { system, own } = usual
  const { base, by } = own.count
  const window = { base, used: base.used + by }
  if (done.appended || own.group === null)
    return new Map([toldOf(system, undefined, false), toldOf(own, window, done.appended)])
  // Somebody else appended at that very moment: what was counted is counted.
  const told = await confirm(queries, [system, { ...own, group: null, count: null }], isWhole)
  const now = told.get(own.log)
  return now ? told.set(own.log, { ...now, window }) : told
}

function usualOf(known: readonly Known[]): Usual | null {
  const [system, own, other] = known
  if (!system || system.group !== null || !own || own.count === null || other) return null
  return { system, own: { ...own, count: own.count } }
}

interface Kept {
  readonly appended: boolean
}

/** What was done; null for nothing. */
async function keep(queries: Changes, { system, own }: Usual): Promise<Kept | null> {
  const { log, head, group, count } = own
  const { base, now, length, by } = count
  const seen = [log, head, base.start, base.used, Math.floor(now), length, by, system.log, system.head]
  if (group === null) {
    const counted = await queries.change({ name: 'count-as-known', text: COUNT_AS_KNOWN, values: seen })
    return counted > 0 ? { appended: false } : null
  }
  const values = [...seen, group.id, group.body, group.growth]
  const [row] = await queries.query<Kept>({ name: 'keep-as-known', text: KEEP_AS_KNOWN, values })
  return row ?? null
}

/** What `confirm` tells of a log that is as it was known. */
const toldOf = ({ log, head }: Known, window: Told['window'], isAppended: boolean): [number, Told] => [
  log,
  { log, head, newer: [], isAppended, window, isFolded: false },
]
