import type { Server } from 'node:http'

/** Where a server on loopback listens: `http://127.0.0.1:4010`. */
export function originOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return `http://127.0.0.1:${address.port}`
}
