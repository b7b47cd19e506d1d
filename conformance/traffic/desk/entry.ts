import { LONGEST_BODY, textOf, type Text } from '../../../schemas/journal/body.ts'
import type { Kept } from '../../../schemas/journal/journal.ts'
import { MASK } from '../../../schemas/printing/secrets.ts'
import { ERROR_KINDS, type OperationId } from '../../../schemas/operations.ts'
import { isOneOf } from '../../../schemas/tables.ts'
import type { SeenAnswer, Violation } from '../../../schemas/types.ts'
import type { Broken } from '../filing.ts'
import type { Over } from '../proxy/proxy.ts'
import { headersOf, valuesOf } from '../recorded.ts'

/** A body as it came, and whether that is all of it. */
interface Body {
  readonly bytes: Buffer | null
  readonly isWhole: boolean
}

/** A request that passed, as the journal keeps it: nothing is unpacked or masked until somebody looks. */
export interface Entry extends Kept {
  readonly at: number
  readonly ms: number
  readonly method: string
  readonly url: string
  readonly body: Body
  /** The last signs of its key: whose request it was. null for one without a key. */
  readonly store: string | null
  readonly operation: OperationId | null
  readonly outcome: SeenAnswer['outcome']
  readonly answer: {
    readonly status: number
    readonly headers: readonly string[]
    readonly body: Body
  } | null
  readonly violations: readonly Violation[]
  readonly broken: readonly Broken[]
}

/** What an entry takes beside its texts and bodies, about. */
const BARE = 600

export function entryOf({ method, url, headers, body, answer, started_at, ms, judged }: Over): Entry {
  return {
    seq: 0,
    weight: 0,
    at: started_at,
    ms,
    method,
    url,
    headers,
    body: kept(body),
    store: ownerIn(headers),
    operation: judged?.passed.operation ?? null,
    outcome: outcomeIn({ answer, judged }),
    answer: answer && { ...answer, body: kept(answer.body) },
    violations: judged?.passed.violations ?? [],
    broken: judged?.broken ?? [],
  }
}

/** Bytes that an entry takes, about. */
export function weightOf({ url, headers, body, answer }: Entry): number {
  const texts = url.length + lengthOf(headers) + lengthOf(answer?.headers ?? [])
  return BARE + texts + (body.bytes?.length ?? 0) + (answer?.body.bytes?.length ?? 0)
}

function lengthOf(texts: readonly string[]): number {
  let sum = 0
  for (const text of texts) sum += text.length
  return sum
}

/** A body as text, unpacked. */
export function bodyText({ bytes, isWhole }: Body, headers: readonly string[]): Text {
  if (bytes === null || (bytes.length === 0 && isWhole)) return { text: null, whole: isWhole }
  return textOf(bytes, isWhole, headersOf(headers)['content-encoding'])
}

/** Of a part the whole would be kept alive. */
const kept = (body: Buffer | null): Body =>
  body === null || body.length <= LONGEST_BODY
    ? { bytes: body, isWhole: body !== null }
    : { bytes: Buffer.from(body.subarray(0, LONGEST_BODY)), isWhole: false }

/** Signs of a key that are shown, so that a reader knows it again; of a short one, none. */
const SHOWN = 4

function ownerIn(headers: readonly string[]): string | null {
  const [key] = valuesOf(headers, 'x-auth-token')
  if (key === undefined) return null
  return MASK + (key.length < SHOWN * 2 ? '' : key.slice(-SHOWN))
}

const WORDS = ['ok', 'created', 'existing', 'queued', 'deleted', ...ERROR_KINDS] as const

function outcomeIn({ answer, judged }: Pick<Over, 'answer' | 'judged'>): SeenAnswer['outcome'] {
  if (answer === null) return 'unanswered'
  if (judged && isOneOf(WORDS, judged.outcome)) return judged.outcome
  return judged?.passed.operation == null ? 'no-operation' : 'failed'
}
