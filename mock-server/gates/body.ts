import { OPERATIONS, type Operation } from '../../schemas/operations.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { messageOf } from '../../schemas/thrown.ts'
import type { Exchange } from '../exchange.ts'
import { MalformedBody } from '../malformed-body.ts'
import { Refusal } from '../refusal.ts'
import { fitBody } from './fit-body.ts'
import type { Gate } from './gate.ts'

/** Parses the body, which counts as JSON whatever its type says (question input.content_type), and fits it to the schema of the operation. */
export const body: Gate = {
  name: 'body',
  pass(exchange) {
    const schema = bodyOf(exchange)
    if (schema) take(exchange, schema)
  },
}

/** The schema of the body that the operation takes. */
export function bodyOf({ operation }: Exchange): SchemaName | undefined {
  const known: Operation | undefined = operation ? OPERATIONS[operation] : undefined
  return known?.body
}

function take(exchange: Exchange, schema: SchemaName): void {
  const { unread } = exchange
  if (unread) throw new Refusal('unprocessable', { base: [`cannot be read: ${messageOf(unread)}`] })
  if (exchange.bytes) exchange.sent = parse(exchange.bytes)
  exchange.body = fitBody(schema, exchange.bytes ? exchange.sent : {}, exchange.dialect)
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF_8.decode(bytes))
  } catch (error) {
    // JSON.parse throws a SyntaxError, TextDecoder a TypeError.
    if (error instanceof SyntaxError || error instanceof TypeError) throw new MalformedBody()
    throw error
  }
}
