import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { pipeline } from 'node:stream'
import { portOf } from '../../connections.ts'

/** A mock that requests are led to. */
type Led = Readonly<Record<'base_url', string>>

/** One address for all replicas: each request goes to the next one in turn. */
export interface Balancer {
  readonly origin: string
  close(): Promise<void>
}

export async function startBalancer(replicas: readonly Led[]): Promise<Balancer> {
  // As many connections as there are requests at once; a replica sees them open and idle, as behind any load balancer.
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const next = new URL(replicas[turn++ % replicas.length]?.base_url ?? '')
    const { method, url: path, rawHeaders: headers } = incoming
    // The headers as they came, also what stands twice, so that links lead to this address.
    const onward = request(
      { agent, host: next.hostname, port: next.port, method, path, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        // Also where the body is long in coming.
        outgoing.flushHeaders()
        // One that is cut off is cut off here too.
        pipeline(answer, outgoing, () => {})
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await once(server, 'close')
    },
  }
}
