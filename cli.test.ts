import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMock } from './mock-server/index.ts'
import { runFrontDoor } from './mock-server/testing/cli-process.ts'
import { FRONT_DOOR } from './schemas/testing/front-door.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kit-cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

const NOWHERE = process.platform === 'linux' ? '/proc/none/such' : '/dev/null/none'

describe('the front door', () => {
  test.concurrent.each<[string[], string]>([
    [['--help'], 'start the mock server'],
    [['--version'], '0.1.0'],
    [['mock', '--help'], '--admin-token'],
    [['scenario', 'list'], 'default'],
    [['scenario', 'show', 'default'], 'test_key_rich_store'],
    [['fixtures', 'customer', '--count', '2', '--seed', '3'], '"eori_number"'],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await runFrontDoor(args)
    expect(stdout).toContain(words)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test.concurrent.each<[string[], string]>([
    [['nonsense'], "unknown command 'nonsense' (invoicing-kit takes one of: mock, "],
    [['mock', '--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
    [['conformance', 'http://127.0.0.1'], "'http://127.0.0.1' (conformance takes one of: run, "],
    [['mock', '--nonsense'], "unknown option '--nonsense'"],
    [['mock', '--host', '0.0.0.0'], 'give the admin API a token'],
    [['scenario', 'show', 'none-such'], 'there is no such scenario; the nearest of '],
    [['fixtures', 'nonsense'], 'There is no such kind; the nearest of '],
    [['scenario', 'show', 'smal'], 'smal: there is no such scenario; did you mean small?'],
    [['mock', '--memory', '--scenario', 'small:5'], 'small takes no number'],
    [['fixtures', 'meta', '--type', 'quote'], 'meta takes no --type'],
    [['fixtures', 'order', '--count', '-1'], 'It must be a whole number'],
    [['schemas', 'export', 'package.json'], 'Cannot write the schemas to package.json'],
    // On Linux a place at which Node's own way to make folders never ends.
    [['schemas', 'export', NOWHERE], `Cannot write the schemas to ${NOWHERE}: `],
  ])('%j is refused with exit code 2', async (args, words) => {
    const { code, stdout, stderr } = await runFrontDoor(args)
    expect(stderr).toContain(words)
    expect(stderr).not.toMatch(/^ +at /m)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  test('writes the contract', async () => {
    const { code, stdout } = await runFrontDoor(['schemas', 'export', folder])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+ files in /) })
    const openapi = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8')) as { openapi: string }
    expect(openapi.openapi).toBe('3.1.0')
    const scenario = JSON.parse(await readFile(join(folder, 'scenario.json'), 'utf8')) as { $id: string }
    expect(scenario.$id).toBe('https://invoicing-kit.example/schemas/scenario.json')
  })
})

const FULL = '/dev/full'

/** Runs the front door with a full disk where its output goes. */
async function runWithoutRoom(args: string[]) {
  const command = [process.execPath, ...FRONT_DOOR, ...args]
  const child = spawn('sh', ['-c', `exec "$@" > ${FULL}`, 'sh', ...command])
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { stderr, code: Number(code) }
}

describe.skipIf(!existsSync(FULL))('what cannot be printed is one line and exit code 2', () => {
  const NO_ROOM = 'error: cannot write to the standard output: ENOSPC: no space left on device, write\n'

  test.concurrent.each<[string[]]>([
    [['--help']],
    [['scenario', 'list']],
    [['fixtures', 'invoice']],
    [['mock', '--memory', '--scenario', 'empty', '--port', '0']],
  ])('%j', async (args) => {
    expect(await runWithoutRoom(args)).toEqual({ stderr: NO_ROOM, code: 2 })
  })

  test('the report of a run is written all the same', async () => {
    const mock = await startMock({ scenario: 'small' })
    const file = join(folder, 'report.json')
    const { base_url, api_key } = mock.target
    const flags = ['--base-url', base_url, '--api-key', api_key, '--report', `json=${file}`]
    expect(await runWithoutRoom(['conformance', 'run', 'settings.read', ...flags])).toEqual({
      stderr: expect.stringContaining(NO_ROOM),
      code: 2,
    })
    const { conforms } = JSON.parse(await readFile(file, 'utf8')) as { conforms: boolean }
    expect(conforms).toBe(true)
    await mock.close()
  })
})
