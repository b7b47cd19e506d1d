import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load.ts'
import type { MeasuredRequest } from './operations.ts'
import type { ServerProcess } from './server-process.ts'

export const CONNECTIONS = 16

/** What one request costs the server, and how many it answers. */
export interface Cost {
  cpuMicroseconds: number
  perSecond: number
}

/** The client, in a process of its own. */
export class LoadGenerator {
  readonly #child: ChildProcess = fork(fileURLToPath(import.meta.url.replace('measure', 'load')))

  /** Sends that many requests. Bodies are used up from the front, so that none is sent twice. */
  async measure(
    server: Pick<ServerProcess, 'port' | 'usage'>,
    { method, path, bodies }: MeasuredRequest,
    headers: Record<string, string>,
    requests: number,
  ): Promise<Cost> {
    const mine = bodies.splice(0, requests)
    const load: Load = {
      port: server.port,
      method,
      path,
      headers,
      bodies: mine,
      requests,
      connections: CONNECTIONS,
    }
    const before = await server.usage('cpu')
    this.#child.send(load)
    const told = await once(this.#child, 'message')
    const { milliseconds, statuses }: LoadResult = told[0]
    const after = await server.usage('cpu')
    const good = (statuses['200'] ?? 0) + (statuses['201'] ?? 0)
    if (good !== requests) throw new Error(`${method} ${path} was answered ${JSON.stringify(statuses)}`)
    return {
      cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / requests,
      perSecond: (requests / milliseconds) * 1000,
    }
  }

  stop(): void {
    this.#child.kill()
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The lowest and the highest, as text; of ratios, of which each is of one round. */
export const spread = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`

export const medianCost = (costs: Cost[]): Cost => ({
  cpuMicroseconds: median(costs.map(({ cpuMicroseconds }) => cpuMicroseconds)),
  perSecond: median(costs.map(({ perSecond }) => perSecond)),
})
