import { connect } from 'node:net'
import { request as undiciRequest, type Dispatcher } from 'undici'

export interface Asked {
  url: string
  method?: Dispatcher.HttpMethod
  key?: string
  /** Sent as JSON. */
  body?: object
  signal?: AbortSignal
}

/** What a client saw of an answer. */
export interface Seen {
  /** Code of the error in which it ended. */
  error?: string
  status?: number
  headers: Record<string, string | undefined>
  /** What of the body came; one byte, one sign. */
  body: string
}

const headersOf = ({ key, body }: Asked): Record<string, string> => ({
  ...(key !== undefined && { 'x-auth-token': key }),
  ...(body && { 'content-type': 'application/json' }),
})

/** The first code in an error and what caused it. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? error.name : codeOf(error.cause)
}

async function read(seen: Seen, chunks: AsyncIterable<Uint8Array>): Promise<Seen> {
  for await (const chunk of chunks) seen.body += Buffer.from(chunk).toString('latin1')
  return seen
}

async function byFetch(asked: Asked): Promise<Seen> {
  const { url, method = 'GET', body, signal } = asked
  const seen: Seen = { headers: {}, body: '' }
  try {
    const answer = await fetch(url, {
      method,
      headers: headersOf(asked),
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    Object.assign(seen, { status: answer.status, headers: Object.fromEntries(answer.headers) })
    return answer.body ? await read(seen, answer.body) : seen
  } catch (error) {
    return Object.assign(seen, { error: codeOf(error) })
  }
}

async function byUndici(asked: Asked): Promise<Seen> {
  const { url, method = 'GET', body, signal } = asked
  const seen: Seen = { headers: {}, body: '' }
  try {
    const answer = await undiciRequest(url, {
      method,
      headers: headersOf(asked),
      body: body ? JSON.stringify(body) : null,
      ...(signal && { signal }),
    })
    Object.assign(seen, { status: answer.statusCode, headers: answer.headers })
    return await read(seen, answer.body)
  } catch (error) {
    return Object.assign(seen, { error: codeOf(error) })
  }
}

/** One connection for one request; the bytes as they come, whatever they are. */
async function bySocket(asked: Asked): Promise<Seen> {
  const { method = 'GET', body, signal } = asked
  const { host, port, pathname, search } = new URL(asked.url)
  const sent = body ? JSON.stringify(body) : ''
  const headers = {
    host,
    connection: 'close',
    'content-length': String(Buffer.byteLength(sent)),
    ...headersOf(asked),
  }
  const socket = connect(Number(port), '127.0.0.1')
  let error: string | undefined
  let text = ''
  socket.on('error', (thrown) => (error = codeOf(thrown)))
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  signal?.addEventListener('abort', () => socket.destroy())
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write([`${method} ${pathname}${search} HTTP/1.1`, ...lines, '', sent].join('\r\n'))
  // Not `once`, which an error would end.
  await new Promise((resolve) => socket.on('close', resolve))
  return { ...parsed(text), ...(error !== undefined && { error }) }
}

function parsed(text: string): Seen {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return { headers: {}, body: text }
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line) => {
    const at = line.indexOf(': ')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 2)]
  })
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 4),
  }
}

/** Ways to ask, each with what the others hide: fetch as most do, undici below it, a socket for the bare bytes. */
export const CLIENTS = { fetch: byFetch, undici: byUndici, socket: bySocket }
