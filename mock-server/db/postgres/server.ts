import type { Pool } from 'pg'
import { DatabaseRefused } from '../errors.ts'
import { Lane } from './lane.ts'
import { placeOf } from './place.ts'
import { asked, type Queries, type Statement } from './statement.ts'

/** How long a statement may take before the connection is given up, in milliseconds: it may be cut. */
const ANSWER_MS = 10_000
const CONNECT_MS = 3000
/** What a paused process had begun is taken back for it, so that nobody waits. */
const IDLE_IN_TRANSACTION_MS = 10_000
const MOST_CONNECTIONS = 4
/**
 * Everything is looked up by its key, and one plan of each statement does for all values. Else a plan that is made while a table is
 * empty goes through all of it when it is large, until the server counts its rows; and making one takes longer than what is asked.
 */
const PLANS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'

/** A PostgreSQL server, by connections that are made anew when they break. */
export class Server implements Queries {
  readonly place: string
  /** For the questions of turns, of which one is under way at a time. */
  readonly lane: Lane
  readonly #pool: Pool

  private constructor(url: string, pool: Pool) {
    this.place = placeOf(url)
    this.#pool = pool
    this.lane = new Lane(pool)
    // One that breaks while nobody uses it is made anew when it is needed.
    pool.on('error', unheard)
    // One that breaks as it is handed out, or between two statements, says so to who has it, and ends the process where nobody
    // hears of it; the next statement fails.
    pool.on('connect', (client) => client.on('error', unheard))
  }

  /** @throws DatabaseRefused where the URL is none, or the driver is missing */
  static async at(url: string): Promise<Server> {
    placeOf(url)
    const { default: pg } = await driver()
    return new Server(
      url,
      new pg.Pool({
        connectionString: url,
        max: MOST_CONNECTIONS,
        keepAlive: true,
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: ANSWER_MS,
        statement_timeout: ANSWER_MS,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
        application_name: 'invoicing-kit',
        options: PLANS,
        allowExitOnIdle: false,
      }),
    )
  }

  query<R extends object>(statement: Statement): Promise<R[]> {
    return asked<R>(this.#pool, statement)
  }

  /** Does several statements, all or none. */
  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let failure: unknown
    try {
      await client.query('begin')
      const result = await work({ query: (statement) => asked(client, statement) })
      await client.query('commit')
      return result
    } catch (error) {
      failure = error
      throw error
    } finally {
      // A connection that is ended takes back what was begun.
      client.release(failure !== undefined)
    }
  }

  close(): Promise<void> {
    this.lane.close()
    return this.#pool.end()
  }
}

const unheard = (): void => {}

async function driver() {
  try {
    return await import('pg')
  } catch (error) {
    throw new DatabaseRefused('A PostgreSQL database needs the package pg: npm install pg', { cause: error })
  }
}

/** Errors that pass, or whose statement may be sent again: of connections, of a server that goes down or comes up, of two that were in each other's way. */
const PASSING = /^(08|57P0|57014|53300|40|55P03|23503)/

/** Whether it makes sense to try once more. What is no error of the server is one of the connection. */
export function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : ''
  return code === '' || PASSING.test(code)
}
