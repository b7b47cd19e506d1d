import { partsOf, valuesOf } from '../recorded.ts'
import type { Moment } from '../timeline.ts'
import type { Judged, Traffic } from '../traffic.ts'
import type { Entry } from './read-har.ts'

/** What begins or ends at a time. */
interface Event {
  readonly at: number
  readonly entry: Entry
  readonly ends: boolean
}

/** Judges recorded entries as if they passed now, in the order in which their answers came. */
export async function judgeEntries(
  traffic: Traffic,
  entries: readonly Entry[],
  onJudged: (judged: Judged) => void = () => {},
): Promise<void> {
  const moments = new Map<Entry, Moment>()
  for (const { entry, at, ends } of eventsOf(entries)) {
    const moment = moments.get(entry)
    if (!ends) moments.set(entry, traffic.begin(entry.method, entry.url))
    else if (moment) {
      moments.delete(entry)
      const judged = await judgeOne(traffic, entry, moment, at)
      if (judged) onJudged(judged)
    }
  }
}

/** What touches in time overlaps: a recording is no finer than a millisecond. */
const eventsOf = (entries: readonly Entry[]): Event[] =>
  entries
    .flatMap((entry): Event[] => [
      { at: Math.floor(entry.started_at), entry, ends: false },
      { at: Math.ceil(entry.started_at + entry.ms), entry, ends: true },
    ])
    .toSorted((one, other) => one.at - other.at || Number(one.ends) - Number(other.ends))

async function judgeOne(traffic: Traffic, entry: Entry, moment: Moment, at: number): Promise<Judged | null> {
  if (entry.answer.status === 0) {
    traffic.lose(moment, at)
    traffic.pass('without an answer in the recording')
    return null
  }
  traffic.end(moment, entry.answer.status, at)
  return traffic.isOfApi(entry.url) ? traffic.judge(entry, moment) : null
}

/** Whether keys were left out of the recording, or masked: no two stores can be told apart then. */
export function isMasked(entries: readonly Entry[]): boolean {
  const keys = entries.flatMap(({ headers }) => valuesOf(headers, 'x-auth-token'))
  return keys.length < entries.length || keys.some((key) => MASKED.test(key.trim()))
}

const MASKED = /^$|^(?:\*+|x+|•+|\[?<?(?:redacted|masked|filtered|hidden|removed|secret)>?\]?)$|\*{3}|•{3}|…/i

/** The entries of the API's host, and how many others there are. */
export function ofBase(entries: readonly Entry[], base_url: string): { own: Entry[]; others: number } {
  const { origin, pathname } = new URL(base_url)
  const base = pathname.replace(/\/+$/, '')
  const own = entries.filter(
    (entry) => entry.origin === origin && partsOf(entry.url).path.startsWith(`${base}/`),
  )
  return { own, others: entries.length - own.length }
}
