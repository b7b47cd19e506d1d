import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { originOf } from './origin.ts'

/** A proxy in front of an HTTP server on loopback that notes what is sent to it. */
export interface RecordingProxy {
  /** The server's base URL as the proxy serves it. */
  base_url: string
  /** `GET /api/v1/external/invoices`, in the order of arrival. */
  requests: string[]
  /** The same requests with all that came, in the order in which their bodies ended. */
  received: Received[]
  /** Told of each request before it is sent on. */
  onRequest: (line: string) => void
  close(): Promise<void>
}

/** One request as it came. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
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
    incoming.pipe(onward)
    void text(incoming).then((body) =>
      proxy.received.push({ method: method ?? '', url: url ?? '', headers, body }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: RecordingProxy = {
    base_url: `${originOf(server)}${behind.pathname}`,
    requests: [],
    received: [],
    onRequest: () => {},
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
