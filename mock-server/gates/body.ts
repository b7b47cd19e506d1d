import { OPERATIONS, type Operation } from '../../schemas/operations.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { messageOf } from '../../schemas/thrown.ts'
import type { Exchange } from '../exchange.ts'
import { MalformedBody } from '../malformed-body.ts'
import { Refusal } from '../refusal.ts'
import { fitBody } from './fit-body.ts'
import type { Gate } from './gate.ts'
import { readBody } from './read-body.ts'

/** Reads the body, parses it and fits it to the schema of the operation. */
export const body: Gate = {
  name: 'body',
  pass(exchange) {
    const operation: Operation | undefined = exchange.operation ? OPERATIONS[exchange.operation] : undefined
    // Who sends none has nothing to wait for.
    return operation?.body ? take(exchange, operation.body) : undefined
  },
}

async function take(exchange: Exchange, schema: SchemaName): Promise<void> {
  exchange.bytes = await read(exchange)
  if (exchange.bytes) exchange.sent = parse(exchange.bytes)
  exchange.body = fitBody(schema, exchange.bytes ? exchange.sent : {}, exchange.dialect)
}

/** The bytes of the body. Any type is read: a body counts as JSON when it parses (question input.content_type). */
async function read({ http }: Exchange): Promise<Buffer | null> {
  try {
    return await readBody(http)
  } catch (error) {
    throw new Refusal('unprocessable', { base: [`cannot be read: ${messageOf(error)}`] })
  }
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
