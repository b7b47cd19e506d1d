import type { Tally } from '../../schemas/coverage/tally.ts'
import { laterOf, type EventType } from '../../schemas/journal/events.ts'
import { withoutBodies } from '../../schemas/journal/requests.ts'
import type { Feed, Told } from '../db/feed.ts'
import { broughtBy, type Carried } from '../journal/carried.ts'
import type { Entry } from '../journal/entry.ts'
import { ToldEvents } from '../journal/told-events.ts'
import { tellWait, waitIn } from '../journal/waits.ts'
import type { Mock } from '../mock.ts'
import { seen } from './requests.ts'

/** By mock, who told last that its requests are forgotten. */
const forgotten = new WeakMap<Mock, Told>()

/** What of its traffic a mock told, and the others do with it: what each topic holds is written nowhere but where it is told. */
const HEARD: Readonly<Record<string, (mock: Mock, told: Told) => void>> = {
  request: (mock, told) => {
    if (isForgotten(mock, told)) return
    const { value, replica, number } = told
    const entry = broughtBy(replica, value as Carried) // see above
    noteWait(mock, entry)
    mock.journal.add(entry, number)
    // By far the most that is told, and seldom does anybody listen.
    if (isHeard(mock))
      pass(
        mock,
        'request',
        laterOf(entry, (one) => withoutBodies(seen(mock, one))),
        number,
      )
  },
  'forget requests': (mock, told) => {
    forgotten.set(mock, told)
    mock.journal.clear()
  },
  coverage: ({ tallies }, { value }) => {
    for (const [store, tally] of value as [string | null, Tally][]) tallies.add(store, tally) // see above
  },
  'forget coverage': ({ tallies }) => tallies.clear(),
  email: passing('email'),
  state: passing('state'),
  clock: passing('clock'),
  fault: passing('fault'),
}

/**
 * Whether a request was over before the requests were forgotten, though it was told after. What one process tells has its order by its
 * numbers; of others only the time tells, and who asked is answered when the millisecond in which they were forgotten is over.
 */
function isForgotten(mock: Mock, { replica, at }: Told): boolean {
  const last = forgotten.get(mock)
  return last !== undefined && replica !== last.replica && at <= last.at
}

/** Whoever was told to wait by another process may come to this one next. */
function noteWait({ db, stores }: Mock, { replica, store: name, outcome, answer, at }: Entry): void {
  const wait = replica === db.feed?.replica ? null : answer && waitIn(outcome, answer)
  if (wait === null) return
  const store = stores.opened.find(({ record }) => record.name === name)
  if (store) tellWait(store, { until: at + wait, told: performance.now() })
}

function passing(type: EventType) {
  return (mock: Mock, { value, number }: Told): void => pass(mock, type, value as object, number) // see above
}

const isHeard = ({ events }: Mock): boolean => events instanceof ToldEvents && events.isHeardHere

function pass(
  { events }: Mock,
  type: EventType,
  what: object | (() => object | undefined),
  id: number,
): void {
  if (events instanceof ToldEvents) events.pass(type, what, id)
}

/**
 * Has a mock know of the traffic of all that share its data.
 * @param before called before they are asked for more, to tell what waits
 */
export function followFeed(mock: Mock, feed: Feed, before: () => void): void {
  const tellWaiting = () => {
    before()
    const counted = mock.counted.take()
    if (counted.length > 0) feed.tell('coverage', counted)
  }
  feed.hear((told) => HEARD[told.topic]?.(mock, told), tellWaiting, mock.journal.limit)
}
