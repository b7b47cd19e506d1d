import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from '../../connections.ts'
import type { PostgresServer } from './postgres.ts'

/** A TCP port of 127.0.0.1 that leads to a PostgreSQL server for as long as it is whole. */
export interface Wire {
  /** As the server's `url`, by this way. */
  url(database: string, role?: string): string
  /** Ends all connections by a reset, and takes none until it is mended. */
  cut(): void
  /** Lets nothing pass until it is mended, either way, on connections that stay; new ones hang as well. */
  hold(): void
  /** Lets statements pass, and holds what the server answers. */
  holdAnswers(): void
  /** What was held passes, in order. */
  mend(): void
  close(): Promise<void>
}

/** The side of the server is a socket file. */
const isServer = (socket: Socket): boolean => socket.localPort === undefined

export async function startWire(postgres: PostgresServer): Promise<Wire> {
  const sockets = new Set<Socket>()
  let state: 'whole' | 'held' | 'cut' = 'whole'
  const lead = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.on('data', (bytes) => to.write(bytes))
    // A reset is an end like any other here.
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    if (state === 'held') from.pause()
  }
  const change = (next: typeof state, each: (socket: Socket) => void): void => {
    state = next
    sockets.forEach(each)
  }
  const listener = createServer((client) => {
    if (state === 'cut') return void client.resetAndDestroy()
    const server = connect(`${postgres.directory}/.s.PGSQL.5432`)
    lead(client, server)
    lead(server, client)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const port = portOf(listener)
  return {
    url: (database, role = 'postgres') => `postgres://${role}@127.0.0.1:${port}/${database}`,
    cut: () => change('cut', (socket) => socket.destroy()),
    hold: () => change('held', (socket) => socket.pause()),
    holdAnswers: () => sockets.forEach((socket) => isServer(socket) && socket.pause()),
    mend: () => change('whole', (socket) => socket.resume()),
    close: async () => {
      change('cut', (socket) => socket.destroy())
      listener.close()
      await once(listener, 'close')
    },
  }
}
