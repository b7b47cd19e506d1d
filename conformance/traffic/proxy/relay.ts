import type { IncomingMessage, ServerResponse } from 'node:http'
import { passedOn } from './headers.ts'

/** What is told of an answer while it passes. */
interface Ends {
  onChunk(chunk: Buffer): void
  /** All of it was handed to the client's connection. */
  onEnd(): void
  onBroken(): void
}

/**
 * Hands an answer to the client as it comes. What comes last goes out together with the end: most answers come in one
 * piece, and are one write then, where a pipe makes two.
 */
export function relay(answer: IncomingMessage, outgoing: ServerResponse, ends: Ends): void {
  outgoing.sendDate = false
  outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', passedOn(answer.rawHeaders))
  let last: Buffer | null = null
  const pass = () => {
    // What is complete ends in this very tick.
    if (last === null || answer.complete) return
    if (!outgoing.write(last)) answer.pause()
    last = null
  }
  answer.on('data', (chunk: Buffer) => {
    ends.onChunk(chunk)
    if (last !== null && !outgoing.write(last)) answer.pause()
    last = chunk
    process.nextTick(pass)
  })
  answer.on('end', () => outgoing.end(last ?? undefined))
  answer.on('close', () => {
    if (answer.complete) return
    ends.onBroken()
    outgoing.destroy()
  })
  outgoing.on('drain', () => answer.resume())
  outgoing.on('finish', () => ends.onEnd())
}
