import { setImmediate } from 'node:timers/promises'
import pg from 'pg'

/** A plain autocommit insert, prepared once a connection. */
export const INSERT = { name: 'insert', text: 'insert into plain (body) values ($1)' }

/** Connects so many clients to the database, which has the table `plain` then. */
export async function connectAll(url: string, count: number): Promise<pg.Client[]> {
  const clients = Array.from({ length: count }, () => new pg.Client(url))
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]?.query('create table if not exists plain (id bigserial primary key, body text not null)')
  return clients
}

/** Rows a second where each client inserts this text, one after the other. */
export async function insertAll(clients: readonly pg.Client[], rows: number, text: string): Promise<number> {
  let left = rows
  const begun = performance.now()
  const insert = async (client: pg.Client) => {
    while (left-- > 0) await client.query({ ...INSERT, values: [text] })
  }
  await Promise.all(clients.map(insert))
  return (rows / (performance.now() - begun)) * 1000
}

/** The least statement there is. */
export const ask = (client: pg.Client) => client.query({ name: 'one', text: 'select 1' })

/** Milliseconds that one client waits for its answer, on average. */
export async function roundTrip(client: pg.Client | undefined, count: number): Promise<number> {
  const begun = performance.now()
  for (let turn = 0; turn < count; turn++) if (client) await ask(client)
  return (performance.now() - begun) / count
}

/** Answers a second where so many ask by one client, and those that wait while a statement is under way share the next: as replicas do. */
export async function shareTrips(
  client: pg.Client | undefined,
  askers: number,
  answers: number,
): Promise<number> {
  let waiting: (() => void)[] = []
  let left = answers
  const begun = performance.now()
  const asking = async () => {
    while (left-- > 0) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const all = Promise.all(Array.from({ length: askers }, asking))
  while (waiting.length > 0) {
    const sharing = waiting
    waiting = []
    if (client) await ask(client)
    for (const answer of sharing) answer()
    // Each asks anew before the next goes out.
    await setImmediate()
  }
  await all
  return (answers / (performance.now() - begun)) * 1000
}
