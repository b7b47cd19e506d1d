import { Disconnected } from '../client/obstacles.ts'
import { perRun } from '../per-run.ts'
import type { Session } from '../session.ts'

/** So often, a second apart, it is looked whether a server that was lost is there again. */
const LOOKS = 5
const PAUSE_MS = 1000

const lost = perRun<'server', { isGone: boolean }>()

/** Whether a server whose connection was lost answers again, or soon does; once it did not, it is not waited for any more. */
export async function isBack(session: Session): Promise<boolean> {
  const server = lost(session, 'server', () => ({ isGone: false }))
  try {
    for (let looks = 0; looks < LOOKS && !server.isGone; looks++) {
      if (looks > 0) await session.client.pause(PAUSE_MS)
      if (await answers(session)) return true
    }
  } catch {
    // The run has ended, or it answers in another way than it did: that is told by what was lost.
    return false
  }
  server.isGone = true
  return false
}

async function answers({ client }: Session): Promise<boolean> {
  try {
    await client.call('readSettings')
    return true
  } catch (error) {
    if (error instanceof Disconnected) return false
    throw error
  }
}
