import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'
import { isDeeperThan } from '../nesting.ts'
import { codeOf } from '../thrown.ts'
import type { SentRequest } from '../violations/sent-request.ts'

/** Bytes of a body that are kept, and that it may have when it is unpacked. */
export const LONGEST_BODY = 2 ** 20

/** Levels up to which JSON is read; what is nested deeper stays text, which nobody need follow. */
const MOST_LEVELS = 64

/** A body as text; null where there is none. */
export interface Text {
  text: string | null
  whole: boolean
  /** Why it is no text, where it is none. */
  unreadable?: SentRequest['unreadable']
}

/** How much may come of a body, and whether one that was cut counts as far as it goes. */
interface Limits {
  readonly maxOutputLength: number
  readonly finishFlush?: number
}

const limits = { maxOutputLength: LONGEST_BODY, finishFlush: constants.Z_SYNC_FLUSH }

/** What bodies can be packed in: those that the API unpacks. */
const UNPACK: Readonly<Record<string, (bytes: Buffer, limits: Limits) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: (bytes, { maxOutputLength }) => brotliDecompressSync(bytes, { maxOutputLength }),
}

/** How bodies of a Content-Encoding are unpacked; undefined for one that nobody knows. */
export function unpackerOf(packing = ''): ((bytes: Buffer, limits: Limits) => Buffer) | undefined {
  const encoding = packing.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return (bytes) => bytes
  return Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding] : undefined
}

/** A body as it came, unpacked. */
export function textOf(bytes: Buffer, whole: boolean, packing: string | undefined): Text {
  const asItCame = { text: bytes.toString(), whole }
  const unpack = unpackerOf(packing)
  if (!unpack) return { ...asItCame, unreadable: 'unknown-packing' }
  try {
    const plain = unpack(bytes, limits)
    return { text: plain.toString(), whole, ...(whole && !isUtf8(plain) && { unreadable: 'not-utf-8' }) }
  } catch (error) {
    // What is broken, cut or too long when unpacked is shown as it came.
    const isTooLong = codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
    return { ...asItCame, ...(whole && !isTooLong ? { unreadable: 'broken-packing' } : { whole: false }) }
  }
}

/** What the JSON of a text says, else the text. */
export function read({ text, whole }: Text): unknown {
  if (text === null || !whole) return text
  try {
    const value: unknown = JSON.parse(text)
    return isDeeperThan(MOST_LEVELS, value) ? text : value
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
