import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startMock } from './index.ts'
import { FRONT_DOOR } from '../schemas/testing/front-door.ts'

let folder = ''
const running: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-endurance-'))
})
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')))
afterAll(() => rm(folder, { recursive: true }))

/** Runs `invoicing-kit mock` from a line of the shell, in which `"$@"` stands for it. */
function shell(line: string, ...args: string[]) {
  const mock = [process.execPath, ...FRONT_DOOR, 'mock', '--port', '0', ...args]
  const child = spawn('bash', ['-c', line, 'bash', ...mock], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  return child
}

interface Ready {
  base_url: string
  admin_url: string
  stores: { api_key: string }[]
}

async function ready(child: ReturnType<typeof shell>): Promise<Ready> {
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return JSON.parse(line) as Ready
}

test.skipIf(process.platform === 'win32')(
  'that nobody reads the log any more ends the log, and not the mock',
  async () => {
    // Whoever reads stderr goes away after the first line.
    const child = shell('exec "$@" 2> >(head -1 >&3) 3>&2', '--memory', '--verbose', '--json')
    const { base_url } = await ready(child)
    for (let sent = 0; sent < 20; sent++) expect((await fetch(`${base_url}/invoices`)).status).toBe(401)
    expect([child.exitCode, child.signalCode]).toEqual([null, null])
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)

test.skipIf(process.platform === 'win32').each([
  ['a fresh start', []],
  ['a reset', ['--reset']],
])('%s on a full disk is one line and exit code 2', async (_, args) => {
  const child = shell('ulimit -f 16; exec "$@"', '--data', join(folder, 'full'), ...args)
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(stderr).toMatch(
    /^error: The data could not be saved in .*full: file too large \(EFBIG\)\. The content is what it was before\.\n$/,
  )
  expect(code).toBe(2)
})

test.skipIf(process.platform === 'win32')(
  'that nothing is saved any more is told once on stderr, and ends with exit code 2',
  async () => {
    const child = shell(
      'ulimit -f 64; exec "$@"',
      '--data',
      join(folder, 'filling'),
      '--scenario',
      'empty',
      '--json',
    )
    const said = text(child.stderr)
    const { base_url, stores } = await ready(child)
    const headers = { 'x-auth-token': stores[0]?.api_key ?? '', 'content-type': 'application/json' }
    const add = (nth: number) => {
      const customer = { email: `${nth}@example.com`, note: 'x'.repeat(500) }
      return fetch(`${base_url}/customers`, { method: 'POST', headers, body: JSON.stringify({ customer }) })
    }
    const statuses: number[] = []
    while (statuses.filter((status) => status === 503).length < 3)
      statuses.push((await add(statuses.length)).status)
    expect(new Set(statuses)).toEqual(new Set([201, 503]))
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([2, null])
    expect(await said).toMatch(
      /^The data could not be saved in .*filling: file too large \(EFBIG\)\. .*restart\.\n$/,
    )
  },
)

test.skipIf(process.platform === 'win32')(
  'the end of a journal that was cut off is told on stderr',
  async () => {
    const data = join(folder, 'torn')
    const mock = await startMock({ data, scenario: 'empty' })
    await mock.close()
    const [journal = ''] = (await readdir(data)).filter((name) => name.startsWith('journal-'))
    await appendFile(join(data, journal), '["torn')
    const child = shell('exec "$@"', '--data', data, '--json')
    const said = text(child.stderr)
    await ready(child)
    child.kill('SIGTERM')
    expect(await said).toMatch(/^The last 6 bytes of journal-\d+\.v\d+\.ndjson in .* are kept in .*\n$/)
  },
)

test.runIf(process.platform === 'linux')(
  'with more idle connections than it may have files open, it still loads what it needs',
  async () => {
    const child = shell('ulimit -n 96; exec "$@"', '--memory', '--json')
    const { base_url, admin_url } = await ready(child)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const call = async (
      method: string,
      url: string | URL,
      body = '',
    ): Promise<[number | undefined, string]> => {
      const headers = { 'x-auth-token': 'test_key_rich_store' }
      const sent = request(url, { agent, method, headers })
      sent.end(body)
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      return [answer.statusCode, await text(answer)]
    }
    expect((await call('GET', `${admin_url}/health`))[0]).toBe(200)
    const port = Number(new URL(base_url).port)
    const idle = Array.from({ length: 150 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    await Promise.all(idle.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))

    expect((await call('POST', `${admin_url}/stores`, '{}'))[0]).toBe(201)
    const [, list] = await call('GET', `${base_url}/invoices?per_page=1`)
    const { invoices } = JSON.parse(list) as { invoices: { slug: string }[] }
    const [, pdf] = await call('GET', `${base_url}/invoices/${invoices[0]?.slug}/pdf`)
    const { invoice } = JSON.parse(pdf) as { invoice: { pdf_url: string } }
    expect((await call('GET', invoice.pdf_url))[1]).toMatch(/^%PDF/)
    expect((await call('GET', new URL('/docs', base_url)))[0]).toBe(200)
    for (const socket of idle) socket.destroy()
    agent.destroy()
    expect([child.exitCode, child.signalCode]).toEqual([null, null])
  },
)
