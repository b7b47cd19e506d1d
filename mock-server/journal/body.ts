import type { HttpAnswer } from '../exchange.ts'
import { sizeOf } from '../shared-bytes.ts'
import { textOf, type Text } from '../../schemas/journal/body.ts'
import type { Upload } from './upload.ts'

const NONE: Text = { text: null, whole: true }

/** What was sent, unpacked. */
export function sentText(upload: Upload | null, encoding: string | undefined): Text {
  if (!upload || (upload.bytes === 0 && upload.whole)) return NONE
  const { chunks, whole } = upload
  const [first = Buffer.alloc(0)] = chunks
  const bytes = chunks.length === 1 ? first : Buffer.concat(chunks)
  return textOf(bytes, whole, encoding)
}

/** What was answered. Its headers tell how long it was where it is not kept whole. */
export function answeredText({ body, headers }: HttpAnswer, isHead: boolean): Text {
  const announced = Number(headers['content-length'] ?? 0)
  if (body === null) return { text: null, whole: isHead || announced === 0 }
  return { text: body.toString(), whole: announced <= sizeOf(body) }
}
