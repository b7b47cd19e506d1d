import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { Transport } from './transport.ts'

test('requests say who sends them', async () => {
  const server = createServer((request, response) => response.end(request.headers['user-agent']))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const transport = new Transport(5000, new AbortController().signal)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { bytes } = await transport.answer({ method: 'GET', url, headers: {}, body: null })
  await transport.close()
  server.close()
  expect(bytes.toString()).toBe('invoicing-kit')
})
