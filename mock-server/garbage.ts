import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import type { Steps } from '../scenarios/steps.ts'

/** Garbage that may gather beside a large content, in percent of what is in use: left alone, V8 lets twice as much gather as there is. */
const MOST_PERCENT = 25

/** Bytes in use, garbage among them, below which nothing is done: there is little to be had, and collecting takes its time. */
const MUCH = 96 << 20

let isOwn = false

/** To be called where a process is a mock and nothing else: what holds for all of it is set as a mock needs it. */
export const ownProcess = (): void => void (isOwn = true)

/** To be called before a content is made in the place of another: all of it stays, so that to look for garbage early finds little, also where that was begun and no collection came. */
export function letGather(): void {
  if (!isOwn) return
  setFlagsFromString('--heap-growing-percent=0')
  beginCollecting(false)
}

/**
 * Has garbage collected, beside what else there is to do, and from then on before much of it has gathered: for once a large
 * content has come, when what it was made of, and the one before it, are garbage.
 */
export function* collected(): Steps<void> {
  if (!isOwn || process.memoryUsage().heapUsed < MUCH) return
  setFlagsFromString(`--heap-growing-percent=${MOST_PERCENT}`)
  beginCollecting(true)
  const seen = { collections: 0 }
  const observer = new PerformanceObserver((list) => {
    seen.collections += list.getEntries().filter(isWhole).length
    if (seen.collections < ENOUGH) return
    beginCollecting(false)
    observer.disconnect()
  })
  observer.observe({ entryTypes: ['gc'] })
  // V8 looks whether it is to begin when it makes room: where no request comes, nobody would want any.
  for (let made = 0; made < ROOM && seen.collections < ENOUGH; made += PIECE) {
    void Array.from({ length: PIECE / 8 }, Number)
    yield
  }
}

/** The first collection may have begun before, when all was still in use. */
const ENOUGH = 2

/** Bytes for which V8 makes room among young objects as often as that at least, and those of a piece of them. */
const ROOM = 96 << 20
const PIECE = 64 << 10

/** Whether V8 begins as soon as there is any garbage: in steps, and in threads of its own. To ask it for a collection would stop everything for that long. */
const beginCollecting = (soon: boolean): void =>
  setFlagsFromString(`--incremental-marking-hard-trigger=${soon ? 1 : 0}`)

const isWhole = (entry: PerformanceEntry): boolean =>
  'detail' in entry && isMajor(entry.detail as { kind?: number }) // as entries of this type have it

const isMajor = ({ kind }: { kind?: number }): boolean => kind === constants.NODE_PERFORMANCE_GC_MAJOR
