import type { ServerResponse } from 'node:http'
import type { DeskEvent, Events } from './events.ts'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that gathers what it passes on would hold events back.
  'x-accel-buffering': 'no',
  // Nothing else comes on this connection, so that it ends with the stream.
  connection: 'close',
}

/** Bytes that may wait for a reader; who lets more wait is hung up on, and comes back for what it missed. */
const MOST_WAITING = 2 ** 20

/** So long nothing may be sent before proxies think that nobody is there, in milliseconds. */
const SILENCE_MS = 15_000

/** After that a reader that was cut off comes back, in milliseconds. */
const RETRY_MS = 1000

/**
 * Answers with server-sent events, for as long as the reader listens.
 * @param from the last event that the reader has; undefined for one that wants only what comes
 */
export function streamEvents(events: Events, response: ServerResponse, from: number | undefined): void {
  response.writeHead(200, HEADERS).write(`retry: ${RETRY_MS}\n\n`)
  const send = (text: string): void => {
    if (response.writableLength > MOST_WAITING) response.destroy()
    else if (text !== '') response.write(text)
  }
  if (from !== undefined) send(missedSince(events, from))
  const silence = setInterval(() => send(': nothing new\n\n'), SILENCE_MS).unref()
  const stop = events.listen({ hear: (event) => send(written(event)), close: () => end(response) })
  response.on('close', () => {
    clearInterval(silence)
    stop()
  })
}

/** The last event that a reader who comes back has, by its header; undefined for a new one. @throws what `refuse` makes */
export function lastEvent(id: string | undefined, refuse: (says: string) => Error): number | undefined {
  if (id === undefined || id === '') return undefined
  if (/^\d{1,15}$/.test(id)) return Number(id)
  throw refuse('Last-Event-ID must be the id of an event, a whole number.')
}

/** What a reader who comes back has not heard; `missed` says how many events are kept no more. */
function missedSince(events: Events, from: number): string {
  const { events: kept, missed } = events.since(from)
  const told = missed > 0 ? `event: missed\ndata: {"events":${missed}}\n\n` : ''
  return told + kept.map(written).join('')
}

function written({ id, type, data }: DeskEvent): string {
  const json = data()
  return json === undefined ? '' : `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`
}

/** Who does not read what waits would hold the mock open. */
function end(response: ServerResponse): void {
  if (response.writableLength > 0) response.destroy()
  else response.end()
}
