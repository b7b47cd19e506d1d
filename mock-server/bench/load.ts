import { connect } from 'node:net'

/** What to send: `bodies` go round, or each once when they are as many as requests. */
export interface Load {
  port: number
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  bodies: string[]
  requests: number
  connections: number
}

export interface LoadResult {
  milliseconds: number
  /** Answers by status. */
  statuses: Record<string, number>
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

function requestBytes({ method, path, headers, port }: Load, body: string): Buffer {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const length =
    body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, ...length, '', body].join('\r\n'))
}

/** Status and length in bytes of the answer that begins the buffer; undefined while it is not all there. */
function wholeAnswer(received: Buffer): { status: string; bytes: number } | undefined {
  const head = received.indexOf(END_OF_HEAD)
  if (head < 0) return undefined
  const text = received.toString('latin1', 0, head)
  const bytes = head + END_OF_HEAD.length + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
  return received.length < bytes ? undefined : { status: text.slice(9, 12), bytes }
}

/**
 * A small HTTP client of our own, so that the client is not what is measured: keep-alive connections, on each of which
 * the next request goes out when the answer to the last one is in.
 */
async function run(load: Load): Promise<LoadResult> {
  const bodies = load.bodies.length === 0 ? [''] : load.bodies
  const requests = bodies.map((body) => requestBytes(load, body))
  const statuses: Record<string, number> = {}
  let sent = 0
  const begun = performance.now()
  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(load.port, '127.0.0.1').setNoDelay(true)
      let received: Buffer = Buffer.alloc(0)
      const next = (): void => {
        if (sent === load.requests) return void socket.end(resolve)
        // There is one at least.
        socket.write(requests[sent++ % requests.length] as Buffer)
      }
      socket.on('connect', next).on('error', reject)
      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const answer = wholeAnswer(received)
        if (answer === undefined) return
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        received = received.subarray(answer.bytes)
        next()
      })
    })
  await Promise.all(Array.from({ length: load.connections }, connection))
  return { milliseconds: performance.now() - begun, statuses }
}

process.on('message', (load: Load) => void run(load).then((result) => process.send?.(result)))
