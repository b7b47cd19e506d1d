import { raw, type Response } from 'express'
import { OPERATIONS, type Operation } from '../../schemas/operations.ts'
import { Refusal } from '../refusal.ts'
import type { Exchange } from '../exchange.ts'
import { fitBody } from './fit-body.ts'
import type { Gate } from './gate.ts'
import { MalformedBody } from '../malformed-body.ts'

/** 5,000 ids of 16 digits are 85 kB. */
const LIMIT = '1mb'

// Any type is read: a body counts as JSON when it parses (question input.content_type).
const readBytes = raw({ limit: LIMIT, type: () => true })

/** Reads the body, parses it and fits it to the schema of the operation. */
export const body: Gate = {
  name: 'body',
  async pass(exchange) {
    const operation: Operation | undefined = exchange.operation ? OPERATIONS[exchange.operation] : undefined
    if (!operation?.body) return
    const bytes = await read(exchange)
    if (bytes) exchange.sent = parse(bytes)
    exchange.body = fitBody(operation.body, bytes ? exchange.sent : {}, exchange.dialect)
  },
}

/** The bytes of the body, undefined for none. A body that is refused is read to its end all the same, so that its sender listens. */
function read({ http }: Exchange): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    // Express sets it.
    readBytes(http, http.res as Response, (error?: Error) => {
      if (error) reject(new Refusal('unprocessable', { base: [`cannot be read: ${error.message}`] }))
      else resolve(Buffer.isBuffer(http.body) && http.body.length > 0 ? http.body : undefined)
    })
  })
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    // JSON.parse throws a SyntaxError, TextDecoder a TypeError.
    if (error instanceof SyntaxError || error instanceof TypeError) throw new MalformedBody()
    throw error
  }
}
