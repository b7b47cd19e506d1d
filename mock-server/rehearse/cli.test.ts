import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { RehearsalReport } from '../../schemas/types.ts'
import { validate } from '../../schemas/validate.ts'
import { FRONT_DOOR } from '../../schemas/testing/front-door.ts'
import { runFrontDoor } from '../testing/cli-process.ts'
import { rehearseCommand } from './cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'kit-rehearse-cli-'))
const inFolder = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

/** What the command writes to stderr when it refuses what was typed, and its exit code. */
async function refusal(args: string[]) {
  let stderr = ''
  const command = rehearseCommand()
    .exitOverride()
    .configureOutput({ writeErr: (text) => (stderr += text) })
  const error: unknown = await command.parseAsync(args, { from: 'user' }).catch((thrown: unknown) => thrown)
  // Commander's own 1 is 2 at the front door.
  return { code: error instanceof CommanderError && error.exitCode > 0 ? 2 : undefined, stderr }
}

describe('what cannot be done as typed is told in one line', () => {
  writeFileSync(
    inFolder('expect.yaml'),
    `expectations:
  - { variation: status.creatd=200, reason: typed wrongly, expires: 2026-12-31 }`,
  )
  test.each([
    ['no command', ['--with', 'data', '--'], 'rehearse -- npm test'],
    [
      '--with and --only',
      ['--with', 'data', '--only', 'data=many-scripts', '--', 'true'],
      'give one of them',
    ],
    ['a port for several', ['--port', '4999', '--jobs', '2', '--', 'true'], 'one mock at a time'],
    ['a timeout that no timer can wait', ['--timeout', '3600000', '--', 'true'], 'at most 2147483 seconds'],
    ['a port that no mock can have', ['--port', '0', '--', 'true'], 'at least 1'],
    ['no job at all', ['--jobs', '0', '--', 'true'], 'at least 1'],
    ['an unknown variation', ['--only', 'createInvoice=rest', '--', 'true'], 'did you mean reset?'],
    ['an unknown group', ['--with', 'dialekt', '--', 'true'], 'did you mean dialect?'],
    ['an unknown field', ['--env', 'URL=base', '--', 'true'], 'base_url'],
    ['a variable that is none', ['--env', 'base_url', '--', 'true'], 'NAME=FIELD'],
    ['an unknown report', ['--report', 'xml=a', '--', 'true'], 'json=FILE, junit=FILE and html=FILE'],
    ['an unknown scenario', ['--scenario', 'defalt', '--', 'true'], 'defalt'],
    ['a program that is none', ['--scenario', 'empty', '--', 'no-such-program'], 'no such program'],
    ['expectations with a mistake', ['--expect', inFolder('expect.yaml'), '--', 'true'], 'status.created?'],
    ['expectations that are none', ['--expect', inFolder('none.yaml'), '--', 'true'], 'no such file'],
  ])('%s', async (_, args, told) => {
    const { code, stderr } = await refusal(args)
    expect({ code, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, lines: 1 })
    expect(stderr).toContain(told)
  })
})

/** Prints what a terminal, a page and a log of CI might take for more than text. */
const HOSTILE = String.raw`printf '\033[31m<script>alert(1)</script>\n::error::red\n'`

const CLIENT = `test "$(curl -s -o /dev/null -w '%{http_code}' -H "X-Auth-Token: $BILLING_KEY" "$BILLING_URL/settings")" = 200 || { ${HOSTILE}; exit 3; }`

test('a rehearsal ends with reports that say the same, and its exit code', async () => {
  const files = ['json', 'junit', 'html'].map((format) => [
    `--report`,
    `${format}=${inFolder(`r.${format}`)}`,
  ])
  const told = ['--scenario', 'empty', '--env', 'BILLING_URL=base_url', '--env', 'BILLING_KEY=api_key']
  const only = ['--only', 'readSettings=503:once', 'readSettings=not-found:always', 'status.created=200']
  const run = await runFrontDoor(['rehearse', ...told, ...only, ...files.flat(), '--', 'sh', '-c', CLIENT])
  const { code, stdout, stderr } = run
  expect(code).toBe(1)
  expect(stderr).toContain('✗ readSettings=503:once: the command failed with exit code 3')
  const report: RehearsalReport = JSON.parse(readFileSync(inFolder('r.json'), 'utf8'))
  expect(validate('desk/rehearsal', report)).toEqual([])
  const score = { survived: 1, not_survived: 1, accepted: 0, not_touched: 1, not_judged: 0 }
  expect(report.score).toEqual(score)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(report.conclusion)
  expect(report.variations[0]?.failure).toMatchObject({
    kind: 'failed',
    differed: { request: 'GET /api/v1/external/settings', now: '503 <html><body><h1>503</h1></body></html>' },
  })
  expect(report.variations[0]?.failure?.repeat).toContain(
    '--only readSettings=503:once --scenario empty --env BILLING_URL=base_url --env BILLING_KEY=api_key -- sh -c',
  )
  for (const name of ['r.html', 'r.junit']) {
    const text = readFileSync(inFolder(name), 'utf8')
    expect(text).toContain('readSettings=503:once')
    expect(text).not.toContain('<script>alert')
    expect(text).not.toMatch(/^\s*::error/m)
  }
  expect(stdout).not.toContain('\u001B')
  expect(stdout).not.toMatch(/^\s*::error/m)
})

test('a command that does not pass as things are is told what to do, and reported', async () => {
  const told = ['--scenario', 'empty', '--report', `json=${inFolder('unfit.json')}`]
  const failing = ['sh', '-c', 'echo cannot connect; exit 1']
  const { code, stdout } = await runFrontDoor(['rehearse', ...told, '--', ...failing])
  expect(code).toBe(2)
  expect(stdout).toMatch(/failed with exit code 1 against the mock as it is.*INVOICING_BASE_URL.*--env/s)
  expect(stdout).toContain('cannot connect')
  const report: RehearsalReport = JSON.parse(readFileSync(inFolder('unfit.json'), 'utf8'))
  expect(validate('desk/rehearsal', report)).toEqual([])
  expect(report).toMatchObject({ exit_code: 2, output: 'cannot connect', variations: [] })
})

const isRunning = (pid: string): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('Ctrl-C ends the command and its children', async () => {
  const pids = inFolder('pids')
  const script = `sleep 60 & echo $! $$ >'${pids}'; wait`
  const args = [...FRONT_DOOR, 'rehearse', '--scenario', 'empty', '--', 'sh', '-c', script]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const exit = once(child, 'exit')
  const started = await vi.waitUntil(() => contentOf(pids), { timeout: 60_000 })
  child.kill('SIGINT')
  expect(await exit).toEqual([2, null])
  expect(started.trim().split(' ').filter(isRunning)).toEqual([])
})

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
