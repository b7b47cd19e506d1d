import { duration } from '../../../schemas/printing/plain-text.ts'
import type { FaultEffect, Seen } from '../../../schemas/types.ts'

/** What a client really got, where the journal alone does not tell. */
export interface Fate {
  /** After "here": `cut after 12 of 2,041 bytes`. */
  readonly says: string
  /** What of a body of this text came. */
  came(body: string): string
}

const none = (says: string): Fate => ({ says, came: () => '' })
const whole = (says: string): Fate => ({ says, came: (body) => body })

/** The effect of a fault on this answer; null if the answer is like any other. A status of null: the client left first. */
export function fateOf(effect: FaultEffect | null, { ms, answer }: Seen): Fate | null {
  switch (effect?.kind) {
    case 'reset':
      return none('the connection was reset before an answer, and nothing was done')
    case 'lost-answer':
      return none('the work was done, and the answer was lost: the connection was reset')
    case 'hang':
      return none('no answer came, and the connection stayed open')
    case 'cut':
      return answer.status === null ? null : cutShort(effect.bytes, answer)
    case 'latency':
      return answer.status === null
        ? none(`the client gave up after ${duration(ms)}`)
        : whole(`the answer came after ${duration(ms)}`)
    case 'drip':
      return whole(`the answer dripped in at ${effect.bytes_per_second} bytes a second`)
    case 'garbage':
      return whole('the body was garbage')
    default:
      return null
  }
}

function cutShort(bytes: number, { headers, body }: Seen['answer']): Fate {
  const all = Number(headers['content-length'] ?? Buffer.byteLength(JSON.stringify(body)))
  const came = Math.max(0, Math.min(bytes, all - 1))
  return {
    says: `cut after ${came.toLocaleString('en')} of ${all.toLocaleString('en')} bytes`,
    came: (text) => Buffer.from(text).subarray(0, came).toString(),
  }
}
