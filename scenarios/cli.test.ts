import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startMock, type StartedMock } from '../mock-server/index.ts'
import { portOf } from '../mock-server/connections.ts'
import { serveMock } from '../mock-server/serve.ts'
import { scenarioCommand } from './cli.ts'

let folder = ''
let mock: StartedMock
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenario-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  mock = await startMock({ scenario: 'small' })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await mock.close()
})

interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** Runs `invoicing-kit scenario` with these arguments. */
async function run(...args: string[]): Promise<Ran> {
  let [code, stdout, stderr] = [0, '', '']
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += String(text)
    return true
  })
  const command = scenarioCommand().configureOutput({ writeErr: (text) => (stderr += text) })
  for (const each of [command, ...command.commands]) each.exitOverride()
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    code = error.exitCode
  } finally {
    write.mockRestore()
  }
  return { code, stdout, stderr }
}

const at = (name: string) => join(folder, name)
const onMock = (...args: string[]) => run(...args, '--url', mock.admin_url)

/** What is printed below the line that says what was loaded. */
const kept = async (name: string) => (await onMock('load', name)).stdout.split('\n').slice(1)
const keptLine = (parts: string[]) => `Kept, as the scenario does not say otherwise: ${parts.join(', ')}.`

describe('save and load', () => {
  test.each(['state.json', 'state.yaml'])('a state goes to %s and comes back', async (name) => {
    await mock.clock.freeze('2026-03-01T09:30:00Z')
    await mock.orders().add({ note: 'One more' })
    const before = mock.state()
    expect(await onMock('save', at(name))).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Saved the state of http.*__admin to .*state\.\w+ \(\d+ kB\)\.\n$/),
    })
    expect((await readdir(folder)).filter((file) => file.includes('unfinished'))).toEqual([])
    await mock.load('rate-limited')
    await mock.clock.set(null)
    expect(await onMock('load', at(name))).toMatchObject({
      code: 0,
      stdout: `Loaded ${at(name)} into ${mock.admin_url}: 2 stores (small, neighbour).\n`,
    })
    expect({ ...mock.state(), description: before.description }).toEqual(before)
    const other = await startMock({ scenario: at(name) })
    expect({ ...other.state(), description: before.description }).toEqual(before)
    await other.close()
    expect((await run('validate', at(name))).stdout).toBe(
      `${at(name)} is a scenario: 2 stores (small, neighbour).\n`,
    )
  })

  test('what a link leads to is replaced, and a device is written to', async () => {
    await writeFile(at('linked.json'), 'before')
    await symlink(at('linked.json'), at('link.json'))
    await symlink('/dev/null', at('device.json'))
    for (const name of ['link.json', 'device.json']) {
      expect((await onMock('save', at(name), '--force')).code).toBe(0)
      expect((await lstat(at(name))).isSymbolicLink()).toBe(true)
    }
    expect(JSON.parse(await readFile(at('linked.json'), 'utf8'))).toMatchObject({ stores: expect.anything() })
    expect(await readFile('/dev/null', 'utf8')).toBe('')
  })

  test('a record stands in a line', async () => {
    await onMock('save', at('lines.json'))
    const lines = (await readFile(at('lines.json'), 'utf8')).split('\n')
    expect(lines.filter((line) => /^ {10}\{"id":500\d,.*\},?$/.test(line))).toHaveLength(3)
  })

  test('what the scenario does not say is kept, and told with how it is undone', async () => {
    await mock.clock.freeze('2030-03-01T09:30:00Z')
    await mock.setDialect({ 'status.created': 200 })
    await mock.fault({ when: {}, fault: { kind: 'latency', ms: 1 } })
    const all = [
      'the clock, frozen at 2030-03-01T09:30:00.000Z (PUT /clock {"now": null})',
      '1 answer of the dialect (PUT /dialect {})',
      '1 fault (DELETE /faults)',
    ]
    expect(await kept('small')).toEqual([keptLine(all), ''])
    // It has faults of its own.
    expect(await kept('broken-service')).toEqual([keptLine(all.slice(0, 2)), ''])
    for (const [method, path, body] of [
      ['PUT', '/clock', '{"now": null}'],
      ['PUT', '/dialect', '{}'],
      ['DELETE', '/faults', null],
    ] as const)
      await fetch(`${mock.admin_url}${path}`, {
        method,
        body,
        headers: { 'content-type': 'application/json' },
      })
    expect(await kept('small')).toEqual([''])
  })

  test('a scenario of the kit is loaded by its name', async () => {
    expect((await onMock('load', 'many-invoices:3')).stdout).toContain('1 store (many).')
    expect(mock.health()).toMatchObject({ scenario: 'many-invoices:3' })
  })

  test('an empty variable for the admin API is none', async () => {
    vi.stubEnv('INVOICING_ADMIN_URL', '')
    expect((await run('load', 'none-of-this-name')).stderr).toMatch(
      /^error: (No mock can be reached at|.*none-of-this-name)/,
    )
    vi.stubEnv('INVOICING_ADMIN_URL', mock.admin_url)
    expect((await run('load', 'small')).stdout).toContain(`into ${mock.admin_url}`)
  })

  test('the token is read from the environment', async () => {
    const guarded = await serveMock({ scenario: 'small', port: 0, host: '127.0.0.1', adminToken: 'right' })
    const save = () => run('save', at('guarded.json'), '--url', guarded.admin_url)
    for (const [token, says] of [
      ['', 'got none: put it into INVOICING_KIT_ADMIN_TOKEN'],
      ['wrong', 'has another: put it into INVOICING_KIT_ADMIN_TOKEN'],
      ['right\n', 'The token in INVOICING_KIT_ADMIN_TOKEN must be of visible ASCII characters'],
    ] as const) {
      vi.stubEnv('INVOICING_KIT_ADMIN_TOKEN', token)
      expect(await save()).toMatchObject({ code: 2, stderr: expect.stringContaining(says) })
    }
    vi.stubEnv('INVOICING_KIT_ADMIN_TOKEN', 'right')
    expect((await save()).code).toBe(0)
    await guarded.close()
  })
})

/** What is told, where it is refused as it should be. */
const refusal = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(...args)
  const isRight = code === 2 && stdout === '' && stderr.trimEnd().split('\n').length === 1
  return isRight ? stderr : `not refused in one line: ${code} ${stdout} ${stderr}`
}
const refusalOnMock = (...args: string[]) => refusal(...args, '--url', mock.admin_url)

describe('is told in one line, and exits with 2:', () => {
  test('a mock that is not there', async () => {
    const { admin_url } = mock
    await mock.close()
    expect(await refusal('save', at('none.json'), '--url', admin_url)).toContain(
      'start one with `invoicing-kit mock`',
    )
    expect(await refusal('load', 'small', '--url', admin_url)).toContain(
      `No mock can be reached at ${admin_url} (ECONNREFUSED)`,
    )
  })

  test('what is no mock, and what is no address', async () => {
    const server = createServer((_request, response) => response.writeHead(404).end('<html>')).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    expect(await refusal('save', at('none.json'), '--url', `http://127.0.0.1:${portOf(server)}`)).toContain(
      'is no admin API of a mock',
    )
    server.close()
    expect(await refusal('save', at('none.json'), '--url', '127.0.0.1:4010')).toContain(
      '--url must be the address of an admin API',
    )
    expect(await refusalOnMock('load', 'smal')).toContain('There is no scenario "smal"; did you mean small?')
    expect(await refusalOnMock('load', at('none-such.yaml'))).toContain(
      'none-such.yaml: there is no such file',
    )
  })

  test('the address of the API in the place of that of the admin API', async () => {
    for (const url of [mock.base_url, `${mock.base_url}/`])
      for (const args of [
        ['load', 'default'],
        ['save', at('none.json')],
      ])
        expect(await refusal(...args, '--url', url)).toBe(
          `error: ${mock.base_url} is the address of the API that clients call: say with --url where the admin API is, such as ${mock.admin_url}.\n`,
        )
  })

  test('a connection that ends before all is read, and then nothing is written', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"description"')
      setImmediate(() => response.destroy())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await writeFile(at('old.json'), 'as it was')
    expect(
      await refusal('save', at('old.json'), '--force', '--url', `http://127.0.0.1:${portOf(server)}`),
    ).toContain('nothing was saved')
    server.close()
    expect(await readFile(at('old.json'), 'utf8')).toBe('as it was')
  })

  test('a file that is there, and stays as it is until --force', async () => {
    await writeFile(at('mine.json'), 'mine')
    expect(await refusalOnMock('save', at('mine.json'))).toContain('mine.json is there already: add --force')
    expect(await readFile(at('mine.json'), 'utf8')).toBe('mine')
    expect((await onMock('save', at('mine.json'), '--force')).code).toBe(0)
    expect(JSON.parse(await readFile(at('mine.json'), 'utf8'))).toMatchObject({ stores: expect.anything() })
  })

  test('a place where nothing can be written', async () => {
    expect(await refusalOnMock('save', folder)).toContain('is a folder: name a file in it')
    expect(await refusalOnMock('save', '')).toContain('Name a file to save the state in')
    expect(await refusalOnMock('save', join(folder, 'none', 'a.json'))).toContain(
      `There is no folder ${join(folder, 'none')}`,
    )
  })

  test('one mistake, with its line', async () => {
    await writeFile(
      at('shop.yaml'),
      'description: One\nclock: { now: 2026-13-01T00:00:00Z }\nstores:\n  - { name: a, api_key: test_key_of_a_store }\n',
    )
    expect(await refusal('validate', at('shop.yaml'))).toContain(
      'shop.yaml:2:15: clock.now: must be a date-time such as',
    )
  })
})

test('every mistake of a file is told, with its line and the nearest right name', async () => {
  const text = `description: Many
clock: { now: soon, frozn: true }
dialect: { status.unauthorised: 401, list.order: upwards }
next_ids: { record: 0 }
stores:
  - name: A
    api_key: test_key_of_a_store
    dialect: { rate.quot: 1 }
    records: { settings: { financial_status: 7 }, invoices: [{ id: 1 }] }
`
  await writeFile(at('wrong.yaml'), text)
  const { code, stderr } = await run('validate', at('wrong.yaml'))
  expect(code).toBe(2)
  for (const says of [
    '2:15   clock.now: must be a date-time',
    '2:21   clock: has no field "frozn"; did you mean frozen?',
    '3:12   dialect: status.unauthorised: is no open question; did you mean status.unauthorized?',
    '3:38   dialect: list.order: must be',
    '4:21   next_ids.record: must be',
    '6:11   stores[0].name: must be',
    '8:16   stores[0].dialect: rate.quot: is no open question; did you mean rate.quota?',
    'stores[0].records.settings.financial_status: must be',
    'stores[0].records.settings: lacks business_name',
    'stores[0].records.invoices[0]: lacks slug',
  ])
    expect(stderr).toContain(says)
})
