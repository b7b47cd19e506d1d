import type { Tally } from '../../schemas/coverage/tally.ts'
import { laterOf, type EventType } from '../../schemas/journal/events.ts'
import { withoutBodies } from '../../schemas/journal/requests.ts'
import type { Feed, Told } from '../db/feed.ts'
import { broughtBy, type Carried } from '../journal/carried.ts'
import { ToldEvents } from '../journal/told-events.ts'
import type { Mock } from '../mock.ts'
import { seen } from './requests.ts'

/** When the requests of a mock were forgotten last. */
const forgottenAt = new WeakMap<Mock, number>()

/** What of its traffic a mock told, and the others do with it: what each topic holds is written nowhere but where it is told. */
const HEARD: Readonly<Record<string, (mock: Mock, told: Told) => void>> = {
  request: (mock, { value, replica, number, at }) => {
    // It was over before, and told after.
    if (at <= (forgottenAt.get(mock) ?? 0)) return
    const entry = broughtBy(replica, value as Carried) // see above
    mock.journal.add(entry, number)
    pass(
      mock,
      'request',
      laterOf(entry, (one) => withoutBodies(seen(mock, one))),
      number,
    )
  },
  'forget requests': (mock, { at }) => {
    forgottenAt.set(mock, at)
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

function passing(type: EventType) {
  return (mock: Mock, { value, number }: Told): void => pass(mock, type, value as object, number) // see above
}

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
  feed.hear((told) => HEARD[told.topic]?.(mock, told), tellWaiting)
}
