import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { AppOptions } from '../../serve.ts'
import { createApp, type MockApp } from '../../testing/engine.ts'
import { portOf } from '../../connections.ts'
import type { Asked } from './clients.ts'

/** A mock on a server of the test's own, whose connections it can count. */
export interface FaultyMock {
  desk: MockApp
  server: Server
  /** The whole address of a path below the API's base, or of a path on the origin that begins with two slashes. */
  url(path: string): string
  /** A request with the main store's key. */
  ask(path: string, rest?: Partial<Asked>): Asked
  /** How many connections are open. */
  connections(): Promise<number>
  close(): Promise<void>
}

export async function faultyMock(options: AppOptions = { scenario: 'small' }): Promise<FaultyMock> {
  const desk = await createApp(options)
  const server = createServer(desk.app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${portOf(server)}`
  const url = (path: string) =>
    path.startsWith('//') ? origin + path.slice(1) : `${origin}/api/v1/external${path}`
  return {
    desk,
    server,
    url,
    ask: (path, rest) => ({ url: url(path), key: desk.target.api_key, ...rest }),
    connections: () => promisify(server.getConnections.bind(server))(),
    async close() {
      const closed = once(server, 'close')
      server.close()
      await desk.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** How often it is looked, in milliseconds: to look without a rest keeps a core busy that others need. */
const LOOK_MS = 5

/** Resolves once it is so. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(LOOK_MS)
}
