import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of an HTTP server on loopback that notes what is sent to it. */
export interface RecordingProxy {
  /** The server's base URL as the proxy serves it. */
  base_url: string
  /** `GET /api/v1/external/invoices`, in the order of arrival. */
  requests: string[]
  close(): Promise<void>
}

/** Starts a proxy in front of the server at `base_url`; it tells of each request before it sends it on. */
export async function recordingProxy(
  base_url: string,
  told: (request: IncomingMessage) => void = () => {},
): Promise<RecordingProxy> {
  const behind = new URL(base_url)
  const requests: string[] = []
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    told(incoming)
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
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base_url: `http://127.0.0.1:${port}${behind.pathname}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
