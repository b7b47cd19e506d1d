import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startProxy } from '../traffic/proxy/proxy.ts'
import { Traffic } from '../traffic/traffic.ts'
import { passingLines } from './passing-line.ts'
import { deployment } from './proxy.ts'

/** A proxy in front of a server that has nothing; what it says of each request that passed. */
async function proxied(): Promise<{ port: string; lines: string[] }> {
  const server = createServer((_, outgoing) => outgoing.writeHead(404).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens at a port
  const traffic = await Traffic.open({ target: deployment(`http://127.0.0.1:${port}/api`) })
  const lines: string[] = []
  const proxy = await startProxy({
    traffic,
    onJudged: (judged) => lines.push(...passingLines(judged, (text) => text)),
    onPassed: (line) => lines.push(line),
  })
  onTestFinished(async () => {
    await proxy.close()
    await traffic.close()
    server.close()
  })
  return { port: new URL(proxy.base_url).port, lines }
}

test.each([
  '/api/invoices?page=2',
  '/api/invoices/../settings',
  '/api//x/./%2e%2e/y?a=b/../c',
  '/api/search?q=http://shop.example/x',
  '//x/../y',
])('a line shows %s as it was sent', async (path) => {
  const { port, lines } = await proxied()
  const sent = request({ host: '127.0.0.1', port, path }).end()
  const [answer] = await once(sent, 'response')
  await once(answer.resume(), 'close')
  await expect.poll(() => lines).not.toHaveLength(0)
  expect(lines[0]).toMatch(/^GET \S+ → 404/)
  expect(lines[0]?.split(' ')[1]).toBe(path)
})
