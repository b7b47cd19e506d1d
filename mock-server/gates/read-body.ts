import type { IncomingMessage } from 'node:http'
import { unpackerOf } from '../../schemas/journal/body.ts'
import { codeOf, messageOf } from '../../schemas/thrown.ts'

/** Bytes that a body may have, packed or not: 5,000 ids of 16 digits are 85 kB. */
const LIMIT = 2 ** 20

/**
 * The bytes of a request's body, unpacked; null for none. One that is refused is read to its end all the same, so that
 * its sender listens.
 * @throws an Error that says why it cannot be read
 */
export async function readBody(http: IncomingMessage): Promise<Buffer | null> {
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': packing } = http.headers
  // Whoever mounts the app may have read it.
  if ((length === undefined && chunked === undefined) || http.readableEnded) return null
  const bytes = await gathered(http)
  const unpack = unpackerOf(packing)
  if (!unpack) throw new Error(`unsupported content encoding ${packing}; gzip, deflate and br are known`)
  const plain = unpacked(() => unpack(bytes, { maxOutputLength: LIMIT }), packing)
  return plain.length === 0 ? null : plain
}

function unpacked(unpack: () => Buffer, packing = ''): Buffer {
  try {
    return unpack()
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new Error(TOO_LARGE, { cause: error })
    throw new Error(`it is not packed by ${packing}, as Content-Encoding says (${messageOf(error)})`, {
      cause: error,
    })
  }
}

const TOO_LARGE = 'request entity too large'

/** All that comes. */
function gathered(http: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    http.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= LIMIT) chunks.push(chunk)
    })
    http.once('end', () => (size <= LIMIT ? resolve(joined(chunks)) : reject(new Error(TOO_LARGE))))
    // An error takes long to make, and every request is closed some time.
    http.once('close', () => http.readableEnded || reject(new Error('request aborted')))
  })
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return first && chunks.length === 1 ? first : Buffer.concat(chunks)
}
