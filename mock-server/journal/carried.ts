import type { AdjustableKey } from '../../schemas/questions.ts'
import { written } from '../shared-bytes.ts'
import type { Entry } from './entry.ts'

/** An entry as plain JSON, for other processes; bytes in base64. */
export interface Carried extends Omit<Entry, 'seq' | 'replica' | 'weight' | 'body' | 'answer' | 'questions'> {
  readonly body: { readonly bytes: string; readonly whole: boolean } | null
  readonly answer: {
    readonly status: number
    readonly headers: Record<string, string>
    readonly body: string | null
  } | null
  readonly questions: readonly AdjustableKey[] | null
}

/** @param isBrief without what was answered, of which the headers tell how long it was */
export function carried(entry: Entry, isBrief: boolean): Carried {
  const { seq: _seq, replica: _replica, weight: _weight, body, answer, questions, ...rest } = entry
  const sent = body && { bytes: Buffer.concat(body.chunks).toString('base64'), whole: body.whole }
  const bytes =
    answer && answer.body !== null && !isBrief ? Buffer.from(written(answer.body)).toString('base64') : null
  return {
    ...rest,
    body: sent,
    answer: answer && { ...answer, body: bytes },
    questions: questions && questions.keys,
  }
}

/** The entry of a process of that name. */
export function broughtBy(replica: string, { body, answer, questions, ...rest }: Carried): Entry {
  const chunk = Buffer.from(body?.bytes ?? '', 'base64')
  return {
    ...rest,
    seq: 0,
    replica,
    weight: 0,
    body: body && { chunks: [chunk], bytes: chunk.length, whole: body.whole, seq: 0 },
    answer: answer && { ...answer, body: answer.body === null ? null : Buffer.from(answer.body, 'base64') },
    questions: questions && { keys: questions },
  }
}
