import { setImmediate as aTick } from 'node:timers/promises'

/** Requests that are under way at the same time. */
export const AT_ONCE = 8

/**
 * Does something with each thing, so many at a time; what comes of it is in their order. What fails ends it, once what
 * is under way is done: the first in order of what failed is thrown, whichever failed first.
 */
export async function atOnce<T, R>(
  things: Iterable<T>,
  act: (thing: T) => Promise<R>,
  most = AT_ONCE,
): Promise<R[]> {
  const all = [...things]
  const done: R[] = []
  const failed: { at: number; error: unknown }[] = []
  let next = 0
  let turn = Promise.resolve()
  const work = async (): Promise<void> => {
    for (let at = next++; at < all.length && failed.length === 0; at = next++)
      try {
        const before = turn
        turn = before.then(apart)
        await before
        done[at] = await act(all[at] as T) // there are so many
      } catch (error) {
        failed.push({ at, error })
      }
  }
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, work))
  const [first] = failed.toSorted((a, b) => a.at - b.at)
  if (first) throw first.error
  return done
}

/** Writes that one tick begins are a race, for which room is made; these are none, also where several are answered in one tick. */
async function apart(): Promise<void> {
  await aTick()
  await aTick()
}
