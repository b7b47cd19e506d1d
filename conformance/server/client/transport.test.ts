import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { SentRequest } from './exchange.ts'
import { Transport } from './transport.ts'

/** Sends a request to a server that answers by the listener. */
async function answered(listener: RequestListener, request: Omit<SentRequest, 'url'>): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const transport = new Transport(5000, new AbortController().signal)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // it listens
  const { bytes } = await transport.answer({ ...request, url })
  await transport.close()
  server.close()
  return bytes.toString()
}

const agent: RequestListener = (request, response) => response.end(request.headers['user-agent'])

const pieces: RequestListener = (request, response) =>
  void request.toArray().then((chunks) => response.end(JSON.stringify(chunks.map(String))))

test('requests say who sends them', async () => {
  expect(await answered(agent, { method: 'GET', headers: {}, body: null })).toBe('invoicing-kit')
})

test('a body in chunks comes in two, which part a character', async () => {
  const headers = { 'transfer-encoding': 'chunked' }
  const body = await answered(pieces, { method: 'POST', headers, body: '{"name": "pieces"}' })
  expect(JSON.parse(body)).toEqual(['{"name": ', '"pieces"}'])
  const parted = await answered(pieces, { method: 'POST', headers, body: '{"name": "Größe"}' })
  expect(JSON.parse(parted)).toEqual(['{"name": "Gr\ufffd', '\ufffdße"}'])
})
