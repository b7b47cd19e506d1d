import { mayBeOthers } from '../server/activity/company.ts'
import type { Session } from '../server/session.ts'
import { Violation } from './verdict.ts'

/** After a pause that grows by so much. */
const GROWS_MS = 300

/**
 * Beside other runs of the suite, and others who write, a violation may be their doing: what happens each time is the
 * server's. What is done is done again from its start, so often more at most.
 */
export async function besideOthers<T>(session: Session, tries: number, act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const since = Date.now()
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof Violation) || attempt > tries) throw error
      if (!(await mayBeOthers(session, since))) throw error
      session.inventory.forgetAll()
      await session.client.pause(attempt * GROWS_MS)
    }
  }
}
