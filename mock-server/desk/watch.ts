import { laterOf } from '../../schemas/journal/events.ts'
import type { Feed } from '../db/feed.ts'
import type { Ended } from '../exchange.ts'
import { carried } from '../journal/carried.ts'
import type { Entry } from '../journal/entry.ts'
import { lineOf } from '../journal/line.ts'
import { Visit, type Watch, type Watcher } from '../journal/visit.ts'
import type { Mock } from '../mock.ts'
import { withoutBodies } from '../../schemas/journal/requests.ts'
import { followFeed } from './follow-feed.ts'
import { seen } from './requests.ts'

/**
 * Puts each request into the journal of a mock, and tells it to those who listen.
 * @param log told of each in one line
 */
export function watchOf(mock: Mock, log?: (line: string) => void): Watch {
  const { journal, events, clock } = mock
  const { feed } = mock.db
  const tell = feed && tellOf(mock, feed)
  const watcher: Watcher = {
    clock,
    over: (entry) => {
      if (tell) tell(entry)
      else {
        journal.add(entry)
        // What is told later is what the journal still has.
        if (events.isHeard)
          events.emit(
            'request',
            laterOf(entry, (one) => withoutBodies(seen(mock, one))),
          )
      }
      log?.(lineOf(seen(mock, entry)))
    },
    grew: (seq, bytes) => journal.grew(seq, bytes),
  }
  const always = journal.limit > 0 || log !== undefined
  return (request, response) => (always || events.isHeard ? new Visit(request, response, watcher) : undefined)
}

/**
 * Tells all that share the data of a request. One whose body is still to come, as its answer needed none of it, is told when they are next asked;
 * while nobody can be, the oldest of them go.
 */
function tellOf(mock: Mock, feed: Feed): (entry: Entry) => void {
  const late: Entry[] = []
  const tellNow = (entry: Entry) => feed.tell('request', carried(entry, feed.isBusy), signsOf(entry))
  followFeed(mock, feed, () => late.splice(0).forEach(tellNow))
  return (entry) => {
    if (!entry.body || entry.body.whole) return tellNow(entry)
    late.push(entry)
    if (late.length > MOST_LATE) late.shift()
  }
}

const MOST_LATE = 100

/** What a request takes where it is told, about, in signs: what is sent beside URL and body is some hundred. */
const signsOf = ({ url, body }: Entry): number => 500 + url.length + ((body?.bytes ?? 0) * 4) / 3

/** Tells those who listen of the email that a request queued. */
export function tellEmail({ events }: Mock, { exchange, result }: Ended): void {
  if (!events.isHeard || result === null || result instanceof Error || !result.email) return
  const { document_id: _, ...email } = result.email
  events.emit('email', { store: exchange.context?.store.record.name ?? null, ...email })
}
