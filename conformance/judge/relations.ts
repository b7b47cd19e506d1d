import { isSuccess, type Exchange } from '../server/client/exchange.ts'
import type { Evidence, Law } from './law.ts'
import type { View } from './view.ts'

/** Writes that are refused, and where they would show had they been carried out. */
interface Refused {
  readonly views: readonly View[]
  /** Sends the writes; where there are several looks, others at each. */
  after(look: number): Promise<readonly Exchange[]>
  /** An answer by which a write was not refused: another clause judges what it did. A success, unless told otherwise. */
  unless?(answer: Exchange): boolean
  /** Comes before each look. */
  prepare?(look: number): Promise<void>
  /** How many looks it takes: several where others may move what the views show. */
  readonly looks?: number
}

/** What a view showed after the refusals of what would show there; and before them, where that is compared. */
interface Sights {
  readonly view: View
  readonly before: Exchange | null
  readonly refusals: readonly Exchange[]
  readonly after: Exchange
  readonly moved: readonly string[]
}

/** What is refused changes nothing. What moves at each look, and not by itself, is moved by what was refused. */
export async function unchanged(law: Law, refused: Refused): Promise<void> {
  const { looks = 1 } = refused
  let suspects: readonly string[] | null = null
  await law.settled(async (look) => {
    const sights = await sightsAround(refused, look)
    if (sights.length === 0) return 'unseen'
    const moved = sights.flatMap((sight) => sight.moved)
    const movedEachTime = moved.filter((field) => suspects?.includes(field) ?? true)
    suspects = movedEachTime
    const found = sights.filter((sight) => movedEachTime.some((field) => sight.moved.includes(field)))
    if (found.length === 0) return null
    for (const sight of found) {
      const restless = look + 1 < looks ? [] : await movingIn(law, sight.view)
      if (sight.moved.some((field) => movedEachTime.includes(field) && !restless.includes(field)))
        return evidenceOf(sight)
    }
    return 'unseen'
  }, looks)
}

/** So long is looked at what was changed, to tell whether others change it all the time. */
const RESTLESS_MS = 1000

/** What moves where nothing is written. */
async function movingIn(law: Law, view: View): Promise<readonly string[]> {
  if (!('differ' in view)) return []
  const before = await view.look()
  await law.pause(RESTLESS_MS)
  const after = await view.look()
  return isSuccess(before) && isSuccess(after) ? view.differ(before, after) : []
}

/** The sights of each view whose writes were all refused. */
async function sightsAround(
  { views, after, prepare, unless = isSuccess }: Refused,
  look: number,
): Promise<Sights[]> {
  await prepare?.(look)
  const earlier: (readonly [View, Exchange | null])[] = []
  for (const view of views) earlier.push([view, 'differ' in view ? await sightBefore(view, look) : null])
  const answers = await after(look)
  const sights: Sights[] = []
  for (const [view, before] of earlier) {
    const refusals = answers.filter(({ operation }) => operation !== null && view.of.includes(operation))
    if (refusals.length === 0 || refusals.some(unless) || (before && !isSuccess(before))) continue
    const now = await view.look()
    sights.push({ view, before, refusals, after: now, moved: movedIn(view, before, now) })
  }
  return sights
}

/** What others may have moved since it was seen is looked at anew. */
const sightBefore = async (view: View, look: number): Promise<Exchange> =>
  ('before' in view && look === 0 ? view.before : null) ?? (await view.look())

/** What cannot be read any more is gone. */
function movedIn(view: View, before: Exchange | null, after: Exchange): readonly string[] {
  if (!isSuccess(after)) return [view.name]
  if ('differ' in view) return before ? view.differ(before, after) : []
  return view.isWritten(after) ? [view.name] : []
}

/** The first of several names. */
function fewOf(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Maximum number of names in a sentence. */
const NAMED = 5

/** So many refusals are shown, at most. */
const SHOWN = 8

function evidenceOf({ before, refusals, after, moved }: Sights): Evidence {
  const operations = [...new Set(refusals.map(({ operation }) => operation))]
  const statuses = [...new Set(refusals.map(({ response }) => response.status))]
  return {
    message: `${fewOf(moved)} ${isSuccess(after) ? 'changed' : 'cannot be read any more'}, though ${operations.join(' and ')} was answered ${statuses.join(', ')}`,
    expected: before ? `as before: ${before.response.text.slice(0, 300)}` : 'nothing changed',
    ...(before && moved[0] !== undefined && { field: moved[0] }),
    exchanges: [...(before ? [before] : []), ...refusals.slice(0, SHOWN), after],
  }
}
