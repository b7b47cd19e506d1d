import { asked, changed, type Changes, type Driver, type Statement } from './statement.ts'

/** How long it keeps a connection that nobody uses, in milliseconds: what lies on the way may forget one that is silent for long, and tell nobody. */
const IDLE_MS = 5000

interface Connection extends Driver {
  once(event: 'error', hear: (error: Error) => void): unknown
  removeListener(event: 'error', hear: (error: Error) => void): unknown
  release(isBroken?: boolean): void
}

interface Pool {
  connect(): Promise<Connection>
}

/** One connection that is kept, by which statements go out in the very tick in which they are asked: a pool hands out its own a tick later. */
export class Lane implements Changes {
  readonly #pool: Pool
  readonly #idle: NodeJS.Timeout
  #client: Connection | null = null
  #underWay = 0
  readonly #broken = (error: Error): void => this.#drop(this.#client, error)

  constructor(pool: Pool, idleMs = IDLE_MS) {
    this.#pool = pool
    this.#idle = setTimeout(() => this.#letGo(), idleMs).unref()
  }

  query<R extends object>(statement: Statement): Promise<R[]> {
    return this.#use((client) => asked<R>(client, statement))
  }

  change(statement: Statement): Promise<number> {
    return this.#use((client) => changed(client, statement))
  }

  async #use<T>(work: (client: Connection) => Promise<T>): Promise<T> {
    this.#underWay++
    let client = this.#client
    try {
      client ??= await this.#take()
      return await work(client)
    } catch (error) {
      // As the pool does: whatever went wrong, the next one has another connection.
      this.#drop(client, error)
      throw error
    } finally {
      this.#underWay--
      this.#idle.refresh()
    }
  }

  /** Gives the connection back. */
  close(): void {
    clearTimeout(this.#idle)
    this.#drop(this.#client, undefined)
  }

  #letGo(): void {
    if (this.#underWay === 0) this.#drop(this.#client, undefined)
  }

  async #take(): Promise<Connection> {
    const client = await this.#pool.connect()
    if (this.#client !== null) {
      client.release()
      return this.#client
    }
    client.once('error', this.#broken)
    return (this.#client = client)
  }

  #drop(client: Connection | null, error: unknown): void {
    if (client === null || client !== this.#client) return
    this.#client = null
    client.removeListener('error', this.#broken)
    client.release(error !== undefined)
  }
}
