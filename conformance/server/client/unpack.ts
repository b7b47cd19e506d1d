import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { codeOf, messageOf } from '../../../schemas/thrown.ts'
import { MOST_BYTES, TOO_MUCH, Unreadable } from './obstacles.ts'

type Decode = (bytes: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>

const [ofZlib, ofDeflate] = [promisify(inflate), promisify(inflateRaw)]
const ofGzip: Decode = promisify(gunzip)

const DECODERS: Readonly<{ [encoding: string]: Decode }> = {
  gzip: ofGzip,
  'x-gzip': ofGzip,
  br: promisify(brotliDecompress),
  // Some servers leave out zlib's header, whose first half-byte is 8.
  deflate: (bytes, limits) => (((bytes[0] ?? 0) & 15) === 8 ? ofZlib : ofDeflate)(bytes, limits),
}

/** More encodings within each other are nothing that a server needs. */
const MOST_LAYERS = 3

/**
 * The body without its content encodings, of which the last was put on last. What is not one of ours stays as it is.
 * @throws {Unreadable} when it is not what the header says, or more than is read
 */
export async function unpacked(bytes: Buffer, encodings = ''): Promise<Buffer> {
  const layers = encodings
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => Object.hasOwn(DECODERS, encoding))
  if (layers.length > MOST_LAYERS)
    throw new Unreadable(`the answer is packed ${layers.length} times: ${encodings.slice(0, 80)}`)
  let inner = bytes
  for (const layer of layers.toReversed()) inner = await withoutLayer(inner, layer)
  return inner
}

async function withoutLayer(bytes: Buffer, encoding: string): Promise<Buffer> {
  const decode = DECODERS[encoding]
  if (!decode || bytes.length === 0) return bytes
  try {
    return await decode(bytes, { maxOutputLength: MOST_BYTES })
  } catch (error) {
    throw new Unreadable(
      codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
        ? `unpacked, ${TOO_MUCH}`
        : `the answer says that it is ${encoding} and cannot be unpacked: ${messageOf(error)}`,
    )
  }
}
