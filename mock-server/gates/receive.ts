import type { Exchange } from '../exchange.ts'
import { bodyOf } from './body.ts'
import { readBody } from './read-body.ts'

/** Takes in the body that the operation wants, before any gate: what follows is done in one go. A gate says where it could not be read. */
export function receive(exchange: Exchange): Promise<void> | undefined {
  const isRead = exchange.bytes !== null || exchange.unread !== undefined
  // Who sends none has nothing to wait for.
  return isRead || !bodyOf(exchange) ? undefined : read(exchange)
}

async function read(exchange: Exchange): Promise<void> {
  try {
    exchange.bytes = await readBody(exchange.http)
  } catch (error) {
    exchange.unread = error
  }
}
