/** Does the work of each item, so many at a time, in their order. What is thrown ends all: no further one is begun. */
export async function inLanes<T>(
  lanes: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  let isBroken = false
  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      if (isBroken) return
      await work(item)
    }
  }
  const running = Array.from({ length: lanes }, async () => {
    try {
      await lane()
    } catch (error) {
      isBroken = true
      throw error
    }
  })
  const ended = await Promise.allSettled(running)
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
