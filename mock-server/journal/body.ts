import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'
import { isDeeperThan } from '../../schemas/nesting.ts'
import { codeOf } from '../../schemas/thrown.ts'
import type { SentRequest } from '../../schemas/violations/sent-request.ts'
import type { HttpAnswer } from '../exchange.ts'
import { LONGEST_BODY, type Upload } from './upload.ts'

/** Levels up to which JSON is read; what is nested deeper stays text, which nobody need follow. */
const MOST_LEVELS = 64

/** A body as text; null where there is none. */
export interface Text {
  text: string | null
  whole: boolean
  /** Why it is no text, where it is none. */
  unreadable?: SentRequest['unreadable']
}

const NONE: Text = { text: null, whole: true }

const limits = { maxOutputLength: LONGEST_BODY, finishFlush: constants.Z_SYNC_FLUSH }

/** What bodies can be packed in: those that the API unpacks. */
const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, limits),
  deflate: (bytes) => inflateSync(bytes, limits),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: LONGEST_BODY }),
}

/** What was sent, unpacked. */
export function sentText(upload: Upload | null, encoding: string | undefined): Text {
  if (!upload || (upload.bytes === 0 && upload.whole)) return NONE
  const { chunks, whole } = upload
  const [first = Buffer.alloc(0)] = chunks
  const bytes = chunks.length === 1 ? first : Buffer.concat(chunks)
  return unpacked(bytes, whole, encoding?.trim().toLowerCase() ?? '')
}

function unpacked(bytes: Buffer, whole: boolean, encoding: string): Text {
  const asItCame = { text: bytes.toString(), whole }
  const unpack = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding] : undefined
  if (!unpack && encoding !== '' && encoding !== 'identity')
    return { ...asItCame, unreadable: 'unknown-packing' }
  try {
    const plain = unpack?.(bytes) ?? bytes
    return { text: plain.toString(), whole, ...(whole && !isUtf8(plain) && { unreadable: 'not-utf-8' }) }
  } catch (error) {
    // What is broken, cut or too long when unpacked is shown as it came.
    const isTooLong = codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
    return { ...asItCame, ...(whole && !isTooLong ? { unreadable: 'broken-packing' } : { whole: false }) }
  }
}

/** What was answered. Its headers tell how long it was where it is not kept whole. */
export function answeredText({ body, headers }: HttpAnswer, isHead: boolean): Text {
  const announced = Number(headers['content-length'] ?? 0)
  if (body === null) return { text: null, whole: isHead || announced === 0 }
  return { text: body.toString(), whole: announced <= Buffer.byteLength(body) }
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
