import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { pngChunk, pngOf } from './png.ts'

const KEYWORD = 'Drawn from\0'

/** What a PDF says, whatever zlib packed it: the same for the same document on any machine. */
export function digestOf(pdf: Buffer): string {
  const hash = createHash('sha256')
  const text = pdf.toString('latin1')
  const stream = /\/Length \d+([^]*?)\nstream\n([^]*?)\nendstream/g
  const plain = text.replaceAll(stream, (_, head: string, bytes: string) =>
    head.includes('/FlateDecode')
      ? head + inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
      : head + bytes,
  )
  return hash.update(plain.slice(0, plain.lastIndexOf('\nxref\n')), 'latin1').digest('hex')
}

/** Dates and amounts are written as this version of ICU knows languages, which Node brings along. */
const ICU = process.versions['icu'] ?? ''

/** The picture of a PDF, which names what it was drawn from. */
export function withOrigin(png: Buffer, pdf: Buffer): Buffer {
  const chunks = chunksOf(png)
  const origin = pngChunk('tEXt', Buffer.from(`${KEYWORD}${digestOf(pdf)} ${ICU}`, 'latin1'))
  return pngOf([...chunks.slice(0, 1), origin, ...chunks.slice(1)])
}

/** The digest of what a picture was drawn from, and whether with the ICU that is used now. */
export function originOf(png: Buffer): { digest: string; sameIcu: boolean } {
  const found = new RegExp(`${KEYWORD}([0-9a-f]{64}) ([\\d.]*)`).exec(png.toString('latin1'))
  return { digest: found?.[1] ?? '', sameIcu: found?.[2] === ICU }
}

function chunksOf(png: Buffer): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.push(png.subarray(at, at + 12 + png.readUInt32BE(at)))
  return chunks
}
