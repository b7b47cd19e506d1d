import { open } from './admin-api.js'

/** After a stream that broke the next is asked for so much later, in milliseconds. */
const RETRY_MS = 1000

/**
 * @typedef {object} ServerEvent
 * @property {string} type its name
 * @property {any} data what its JSON says
 */

/**
 * Reads the events of the mock for ever, and comes back where it was cut off. By fetch, since an EventSource shows no token.
 * @param {object} listener
 * @param {(event: ServerEvent) => void} listener.hear
 * @param {(connected: boolean) => void} listener.connected
 */
export async function listen({ hear, connected }) {
  for (let last = ''; ;) {
    try {
      const response = await open(
        'GET',
        '/events',
        undefined,
        last ? { headers: { 'last-event-id': last } } : {},
      )
      connected(true)
      for await (const { id, ...event } of eventsOf(response)) {
        last = id ?? last
        hear(event)
      }
    } catch {
      // Whoever waits is told below.
    }
    connected(false)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** @param {Response} response */
async function* eventsOf(response) {
  let rest = ''
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const blocks = (rest + read.value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventIn(block)
      if (event) yield event
    }
  }
}

/** @param {string} block */
function eventIn(block) {
  const lines = block
    .split('\n')
    .map((line) => /** @type {const} */ ([line.split(': ', 1)[0], line.replace(/^\w+: /, '')]))
  const fields = Object.fromEntries(lines)
  if (fields.event === undefined || fields.data === undefined) return null
  return { id: fields.id, type: String(fields.event), data: JSON.parse(fields.data) }
}
