import { WATCHERS } from '../clauses/index.ts'
import { Findings } from '../judge/findings.ts'
import { watch } from '../run/watching.ts'
import type { Session } from '../server/session.ts'
import type { Filing } from './filing.ts'
import { pageOf } from './page.ts'
import { lookAt } from './relations/index.ts'
import type { Seen } from './relations/relation.ts'
import type { Moment } from './timeline.ts'

/** Looks at an exchange in all ways; answers faults of ours. What is found is told in the very words of the answer. */
export function look(seen: Seen, session: Session, filing: Filing): string[] {
  const { passed, moment } = seen
  const faults = lookOnce(seen, sessionAt(moment, session), filing.found)
  if (!filing.isAny || !passed.response.readExactly()) return faults
  const exactly = new Findings()
  const again = lookOnce({ ...seen, page: pageOf(passed) }, sessionAt(moment, session), exactly)
  filing.foundRather(exactly)
  return again
}

function lookOnce(seen: Seen, session: Session, found: Findings): string[] {
  watch(WATCHERS, session, found, seen.passed)
  return lookAt(seen, found)
}

/** What overlapped with a write is held against nothing else, for nobody knows which came first. */
const sessionAt = ({ disturbed, touches }: Moment, session: Session): Session =>
  disturbed.size > 0 && touches.length === 0 ? { ...session, memory: new Map() } : session
