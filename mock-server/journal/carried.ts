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

/**
 * Field by field, as what is told is part of every request: to leave some out takes ten times as long.
 * @param isBrief without what was answered, of which the headers tell how long it was
 */
export function carried(entry: Entry, isBrief: boolean): Carried {
  const { body, answer, questions } = entry
  const bytes =
    answer && answer.body !== null && !isBrief ? Buffer.from(written(answer.body)).toString('base64') : null
  return {
    at: entry.at,
    method: entry.method,
    url: entry.url,
    headers: entry.headers,
    operation: entry.operation,
    store: entry.store,
    outcome: entry.outcome,
    ms: entry.ms,
    fault: entry.fault,
    ignored_wait_ms: entry.ignored_wait_ms,
    body: body && { bytes: Buffer.concat(body.chunks).toString('base64'), whole: body.whole },
    answer: answer && { status: answer.status, headers: answer.headers, body: bytes },
    questions: questions && questions.keys,
  }
}

/** The entry of a process of that name. */
export function broughtBy(replica: string, told: Carried): Entry {
  const { body, answer, questions } = told
  return {
    seq: 0,
    at: told.at,
    method: told.method,
    url: told.url,
    headers: told.headers,
    body: body && uploaded(body),
    operation: told.operation,
    store: told.store,
    outcome: told.outcome,
    answer: answer && {
      status: answer.status,
      headers: answer.headers,
      body: answer.body === null ? null : Buffer.from(answer.body, 'base64'),
    },
    ms: told.ms,
    fault: told.fault,
    questions: questions && { keys: questions },
    ignored_wait_ms: told.ignored_wait_ms,
    replica,
    weight: 0,
  }
}

function uploaded({ bytes, whole }: NonNullable<Carried['body']>): Entry['body'] {
  const chunk = Buffer.from(bytes, 'base64')
  return { chunks: [chunk], bytes: chunk.length, whole, seq: 0 }
}
