import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../../mock-server/index.ts'
import { portOf } from '../../mock-server/connections.ts'
import { PERMISSIONS } from '../../schemas/permissions.ts'
import { readScenario } from '../files.ts'
import type { Story } from './story.ts'

const FRAME = ['story.ts', 'teller.ts', 'target.ts']

const fileOf = (name: string) => pathToFileURL(join(import.meta.dirname, `${name}.ts`)).href

const names = readdirSync(import.meta.dirname)
  .filter((file) => !FRAME.includes(file) && !file.endsWith('.test.ts'))
  .map((file) => file.replace(/\.ts$/, ''))

const stories = await Promise.all(
  names.map(async (name): Promise<[name: string, story: Story]> => {
    const { default: story }: { default: Story } = await import(fileOf(name))
    return [name, story]
  }),
)

/** The default scenario with windows that are soon over, for the sake of those who wait. */
function quick() {
  const { description, stores } = readScenario('default')
  const quota = { requests: 5, window_seconds: 1 }
  return { description, stores: stores.map((store) => (store.quota ? { ...store, quota } : store)) }
}

const folder = mkdtempSync(join(tmpdir(), 'stories-'))

let mock: StartedMock
let target: string
/** Answers everything as if all were well, and has nothing. */
let hollow: Server
/** What it was asked for. */
const heard: string[] = []

beforeAll(async () => {
  mock = await startMock({
    scenario: quick(),
    // As long as a busy machine may need between two requests.
    dialect: { 'bulk.duration': { base_ms: 2000, per_invoice_ms: 1 } },
  })
  target = `${mock.admin_url}/target`
  hollow = createServer(({ method, url }, answer) => {
    heard.push(`${method} ${url}`)
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
})

afterAll(async () => {
  await mock.close()
  hollow.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  heard.length = 0
  await fetch(`${mock.admin_url}/stores/rich/bulk_actions/finish`, { method: 'POST' })
})

/** A target file like the mock's whose addresses all lead to the hollow server. */
function hollowTarget(): string {
  const file = join(folder, 'hollow.json')
  const text = JSON.stringify(mock.target)
  writeFileSync(file, text.replaceAll(new URL(mock.base_url).origin, `http://127.0.0.1:${portOf(hollow)}`))
  return file
}

async function run(story: Story, args: string[], env: NodeJS.ProcessEnv = {}) {
  const out: string[] = []
  const err: string[] = []
  const told = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) }
  return { code: await story.run(args, told, env), out: out.join('\n'), err }
}

describe.each(stories)('%s', (_, story) => {
  test('is as it tells, with nothing permitted but what it names, and prints no key', async () => {
    const { allow = ['rate-limit'] } = story
    const { code, out, err } = await run(story, ['--target', target, '--allow', allow.join(',')])
    expect({ code, err }).toEqual({ code: 0, err: [] })
    expect(out).toMatch(/^ {2}GET |^ {2}POST /m)
    expect(out).toMatch(/^ {2}✓ /m)
    for (const { api_key } of mock.stores) expect(out).not.toContain(api_key)
    expect(out).not.toMatch(/signature=(?!\*)/)
  })

  test('a server that does otherwise is told in one line', async () => {
    const { code, err } = await run(story, ['--target', hollowTarget()])
    expect(code).toBe(1)
    expect(err).toEqual([expect.stringMatching(/^error: [^\n]+$/)])
    expect(heard.length).toBeGreaterThan(0)
  })
})

test.each(stories.filter(([, { allow }]) => allow))(
  '%s is not begun where all is permitted but what it names',
  async (_, story) => {
    const others = PERMISSIONS.filter((each) => !story.allow?.includes(each)).join(',')
    const refused = await run(story, ['--target', hollowTarget(), '--allow', others])
    const says = `error: this story needs --allow ${story.allow?.join(',')}`
    expect(refused).toEqual({ code: 2, out: '', err: [says] })
    expect(heard).toEqual([])
  },
)

const free = stories.find(([name]) => name === 'free-plan')?.[1]

describe('a story that is asked for wrongly ends with 2 and one line', () => {
  const WRONG: [args: string[], says: RegExp][] = [
    [[], /^error: say where: --target FILE\|URL/],
    [['--targte', 'x'], /^error: Unknown option '--targte'/],
    [['--target', 'none.json'], /^error: cannot read the target none\.json: there is no such file$/],
    [['--target', 'http://127.0.0.1:2/target'], /^error: cannot read the target .*ECONNREFUSED/],
    [
      ['--target', 'http://127.0.0.1:2/api/v1/external', '--allow', 'wirtes'],
      /^error: --allow wirtes: did you mean writes\?$/,
    ],
    [
      ['--target', 'http://127.0.0.1:2/api/v1/external'],
      /^error: this story needs free_plan_api_key in the target$/,
    ],
  ]
  test.each(WRONG)('%j', async (args, says) => {
    const refused = free && (await run(free, args, { INVOICING_API_KEY: 'k' }))
    expect(refused).toMatchObject({ code: 2, out: '', err: [expect.stringMatching(says)] })
  })

  test('where nobody listens', async () => {
    const file = join(folder, 'nobody.json')
    writeFileSync(file, JSON.stringify({ ...mock.target, base_url: 'http://127.0.0.1:2/api/v1/external' }))
    const refused = free && (await run(free, ['--target', file]))
    expect(refused?.code).toBe(2)
    expect(refused?.err).toEqual([expect.stringMatching(/^error: cannot reach http:\/\/127\.0\.0\.1:2: /)])
  })
})

test('a story may be aimed at the address of the API, with the key from the environment', async () => {
  const story = stories.find(([name]) => name === 'packing-slip-by-template')?.[1]
  const env = { INVOICING_API_KEY: mock.target.api_key }
  const done = story && (await run(story, ['--target', mock.base_url, '--allow', 'writes'], env))
  expect(done).toMatchObject({ code: 0, err: [] })
})

test('what a story may not do is not sent, whatever it says of itself', async () => {
  const { default: tell } = await import('./story.ts')
  const sly = tell(import.meta, { tells: 'Sly' }, async ({ target: { base_url, hooks }, fetch }) => {
    await fetch(hooks.edit_order?.url ?? base_url, { method: 'PATCH' })
  })
  const { code, err } = await run(sly, ['--target', hollowTarget(), '--allow', 'writes'])
  expect({ code, err }).toEqual({
    code: 2,
    err: [expect.stringMatching(/^error: PATCH .* needs --allow orders$/)],
  })
  expect(heard).toEqual([])
})

test('--help says what a story tells and how it is asked for', async () => {
  const helped = free && (await run(free, ['--help']))
  expect(helped).toMatchObject({ code: 0, err: [] })
  expect(helped?.out).toMatch(/^A store on a free plan .*\nsay where: --target FILE\|URL/)
})

test('a story is a program', async () => {
  const file = join(import.meta.dirname, 'free-plan.ts')
  const args = ['--import', 'tsx', file, '--target', target]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toContain('✓ invoices are not for a free plan')
})
