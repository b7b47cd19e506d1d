import type { Pool, PoolClient } from 'pg'
import { asked, type Queries, type Statement } from './statement.ts'

/** One connection that is kept, by which statements go out in the very tick in which they are asked: a pool hands out its own a tick later. */
export class Lane implements Queries {
  readonly #pool: Pool
  #client: PoolClient | null = null
  readonly #broken = (error: Error): void => this.#drop(this.#client, error)

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async query<R extends object>(statement: Statement): Promise<R[]> {
    const client = this.#client ?? (await this.#take())
    try {
      return await asked<R>(client, statement)
    } catch (error) {
      // As the pool does: whatever went wrong, the next one has another connection.
      this.#drop(client, error)
      throw error
    }
  }

  /** Gives the connection back. */
  close(): void {
    this.#drop(this.#client, undefined)
  }

  async #take(): Promise<PoolClient> {
    const client = await this.#pool.connect()
    if (this.#client !== null) {
      client.release()
      return this.#client
    }
    client.once('error', this.#broken)
    return (this.#client = client)
  }

  #drop(client: PoolClient | null, error: unknown): void {
    if (client === null || client !== this.#client) return
    this.#client = null
    client.removeListener('error', this.#broken)
    client.release(error !== undefined)
  }
}
