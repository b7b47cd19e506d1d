import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runFrontDoor } from './mock-server/testing/cli-process.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kit-cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

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
    [['nonsense'], "unknown command 'nonsense'"],
    [['mock', '--nonsense'], "unknown option '--nonsense'"],
    [['mock', '--host', '0.0.0.0'], 'give the admin API a token'],
    [['scenario', 'show', 'none-such'], 'there is no such scenario; the nearest of '],
    [['fixtures', 'nonsense'], 'There is no such kind; the nearest of '],
    [['scenario', 'show', 'smal'], 'smal: there is no such scenario; did you mean small?'],
    [['mock', '--memory', '--scenario', 'small:5'], 'small takes no number'],
    [['fixtures', 'meta', '--type', 'quote'], 'meta takes no --type'],
    [['fixtures', 'order', '--count', '-1'], 'It must be a whole number'],
    [['schemas', 'export', 'package.json'], 'Cannot write the schemas to package.json'],
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
