import { createServer, request } from 'node:http'
import { originOf } from './origin.ts'

/** A proxy in front of an HTTP server on loopback that notes what is sent to it. */
export interface RecordingProxy {
  /** The server's base URL as the proxy serves it. */
  base_url: string
  /** `GET /api/v1/external/invoices`, in the order of arrival. */
  requests: string[]
  /** Each request with its body, in the order in which the requests were received whole. */
  sent: string[]
  /** Told of each request before it is sent on. */
  onRequest: (line: string) => void
  close(): Promise<void>
}

/** Starts a proxy in front of the server at `base_url`. */
export async function recordingProxy(base_url: string): Promise<RecordingProxy> {
  const behind = new URL(base_url)
  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`
    proxy.requests.push(line)
    proxy.onRequest(line)
    const { method, url, headers } = incoming
    const onward = request(
      { host: behind.hostname, port: behind.port, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => proxy.sent.push(`${line} ${Buffer.concat(chunks).toString()}`))
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: RecordingProxy = {
    base_url: `${originOf(server)}${behind.pathname}`,
    requests: [],
    sent: [],
    onRequest: () => {},
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
