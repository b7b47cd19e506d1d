import { JsonBytes, NoJson } from './json-bytes.ts'
import type { Steps } from './steps.ts'

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Bytes of a list's items that are read in a step. */
const RUN = 16 << 10

/** Values of more bytes are read part by part. */
const LARGE = 64 << 10

/**
 * What a JSON text of any length says, in steps.
 * @param pieces the text in UTF-8, cut anywhere
 * @throws NoJson where it is none, or is nested so deep that it may be refused; `readText` tells what is wrong
 */
export function* jsonSteps(pieces: readonly Uint8Array[]): Steps<unknown> {
  const bytes = new JsonBytes(pieces)
  const value = yield* anyValue(bytes, 0)
  if (bytes.next() !== undefined) throw new NoJson()
  return value
}

function* anyValue(bytes: JsonBytes, level: number): Steps<unknown> {
  const text = bytes.upTo(COMMA, { most: LARGE, level })
  if (text !== undefined) return parsed(text)
  yield
  const first = bytes.next()
  if (first === OPEN) return yield* object(bytes, level + 1)
  if (first === OPEN_LIST) return yield* list(bytes, level + 1)
  return parsed(bytes.upTo(COMMA, { level }))
}

function* object(bytes: JsonBytes, level: number): Steps<unknown> {
  const fields: [string, unknown][] = []
  bytes.skip()
  do {
    if (bytes.next() !== QUOTE) throw new NoJson()
    const name = String(parsed(bytes.upTo(COLON, { level })))
    bytes.expect(COLON)
    fields.push([name, yield* anyValue(bytes, level)])
    yield
  } while (bytes.isNext(COMMA))
  bytes.expect(CLOSE)
  return Object.fromEntries(fields)
}

function* list(bytes: JsonBytes, level: number): Steps<unknown[]> {
  const items: unknown[] = []
  bytes.skip()
  do {
    const text = bytes.upTo(COMMA, { least: RUN, most: LARGE, level })
    if (text === undefined) items.push(yield* anyValue(bytes, level))
    else for (const item of run(text)) items.push(item)
    yield
  } while (bytes.isNext(COMMA))
  bytes.expect(CLOSE_LIST)
  return items
}

/** Some items of a list. */
function run(text: string): unknown[] {
  const items = parsed(`[${text}]`)
  if (Array.isArray(items) && items.length > 0) return items
  throw new NoJson()
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch (error) {
    throw new NoJson(undefined, { cause: error })
  }
}
