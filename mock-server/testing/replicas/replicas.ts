import { setTimeout as sleep } from 'node:timers/promises'
import { startMockProcess, type MockProcess } from '../cli-process.ts'
import type { PostgresServer } from '../../db/testing/postgres.ts'
import { startWire, type Wire } from '../../db/testing/wire.ts'

/** Milliseconds until a replica that did not start is started again. */
const AGAIN_MS = 100

/** A process of the mock on a database that it shares with others, by a wire of its own. */
export class Replica {
  readonly wire: Wire
  /** URL of its database, past the wire. */
  readonly database: string
  /** Nobody should ask it now: it is paused, ended or cut off. */
  isOut = false
  readonly #args: string[]
  #process: MockProcess

  private constructor(wire: Wire, database: string, args: string[], process: MockProcess) {
    this.wire = wire
    this.database = database
    this.#args = args
    this.#process = process
  }

  /** @throws Error with what it said where it does not start */
  static async start(postgres: PostgresServer, database: string, args: string[] = []): Promise<Replica> {
    const wire = await startWire(postgres)
    const { pathname, username } = new URL(database)
    const all = ['--database', wire.url(pathname.slice(1), username), ...args]
    return new Replica(wire, database, all, await startMockProcess(all))
  }

  get base_url(): string {
    return this.#process.base_url
  }

  get admin_url(): string {
    return this.#process.admin_url
  }

  get pid(): number {
    return this.#process.pid
  }

  send(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process.child.kill(signal)
  }

  /** Kills it, and starts it again: until that works, as whoever looks after processes does. */
  async restart(between: () => Promise<void> = async () => {}): Promise<void> {
    await this.#process.end('SIGKILL')
    await between()
    for (;;) {
      const started = await startMockProcess(this.#args).catch(() => null)
      if (started !== null) return void (this.#process = started)
      await sleep(AGAIN_MS)
    }
  }

  /** However a test left it: one that is paused or cut off would not end. */
  async close(): Promise<void> {
    this.wire.mend()
    this.#process.child.kill('SIGCONT')
    await this.#process.end('SIGTERM')
    await this.wire.close()
  }
}

/** Starts so many at the same time on a new database. */
export async function startReplicas(
  postgres: PostgresServer,
  count: number,
  args: string[] = [],
): Promise<Replica[]> {
  const database = await postgres.newDatabase()
  return Promise.all(Array.from({ length: count }, () => Replica.start(postgres, database, args)))
}
