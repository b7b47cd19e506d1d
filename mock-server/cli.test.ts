import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mockCommand } from './cli.ts'
import { openMock } from './open-mock.ts'

let folder = ''
const inFolder = (name: string): string => join(folder, name)
const taken = createServer()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-cli-'))
  await (await openMock({ data: inFolder('filled'), scenario: 'empty' })).close()
  await writeFile(inFolder('broken.json'), '{"status.unauthorized":')
  await writeFile(inFolder('dialect.json'), '{"status.unauthorized":12,"status.nothing":1}')
  await writeFile(inFolder('utf-16.json'), '\uFEFF{}', 'utf16le')
  await writeFile(inFolder('marked.json'), '\uFEFF{"status.nothing":1}')
  await writeFile(
    inFolder('scenario.yaml'),
    'description: No stores\nshops: []\nstores: [{ name: one, api_key: test_key_one_store }]\n',
  )
  await writeFile(inFolder('mistakes.yaml'), 'description: Two mistakes\nshops: []\nstores:  []\n')
  await writeFile(inFolder('file'), '')
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
})
afterAll(async () => {
  taken.close()
  await rm(folder, { recursive: true })
})

/** What the command writes to stderr when it refuses to start, and its exit code. */
async function refusal(args: string[]): Promise<{ code: number | undefined; stderr: string }> {
  let stderr = ''
  const command = mockCommand()
    .exitOverride()
    .configureOutput({ writeErr: (text) => (stderr += text) })
  const error: unknown = await command.parseAsync(args, { from: 'user' }).catch((thrown: unknown) => thrown)
  return { code: error instanceof CommanderError ? error.exitCode : undefined, stderr }
}

/** Where nobody can make a directory: on Linux a place at which `mkdir` with `recursive` never ends. */
const NOWHERE = process.platform === 'linux' ? '/proc/none/such' : '/dev/null/none'

describe('a mock that cannot start as asked says why in one line', () => {
  const rows: [string, () => string[], string][] = [
    ['a port that is none', () => ['--port', '70000'], 'It must be a whole number up to 65535.'],
    ['a port that is no number', () => ['--port', '0x10'], 'It must be a whole number up to 65535.'],
    ['an unknown flag', () => ['--nonsense'], "unknown option '--nonsense'"],
    [
      'a database that is no URL',
      () => ['--database', ''],
      'The database must be given as a URL such as postgres://user:password@host:5432/name.',
    ],
    [
      'a database beside a directory',
      () => ['--database', 'postgres://nobody@localhost/none', '--data', 'x'],
      "'--database <url>' cannot be used with option '--data <dir>'",
    ],
    [
      'a database that is not there, whose password is told to nobody',
      () => ['--database', 'postgres://nobody:secret@127.0.0.1:1/none'],
      'The database 127.0.0.1:1/none cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
    ],
    [
      'memory and data',
      () => ['--memory', '--data', 'x'],
      "'--memory' cannot be used with option '--data <dir>'",
    ],
    [
      'a port in use',
      () => ['--memory', '--scenario', 'empty', '--port', String((taken.address() as AddressInfo).port)],
      'is in use: end what listens there, or choose another with --port.',
    ],
    [
      'an address of another machine',
      () => ['--memory', '--scenario', 'empty', '--host', '192.0.2.1', '--admin-token', 't'],
      'Cannot listen on 192.0.2.1',
    ],
    [
      'a public address without a token',
      () => ['--memory', '--host', '0.0.0.0'],
      'give the admin API a token with --admin-token',
    ],
    [
      'a dialect file that is not there',
      () => ['--memory', '--dialect', inFolder('none.json')],
      'none.json cannot be read',
    ],
    [
      'an unknown dialect',
      () => ['--memory', '--dialect', 'srtict'],
      'srtict: there is no such dialect; did you mean strict?',
    ],
    [
      'a dialect file that is no JSON',
      () => ['--memory', '--dialect', inFolder('broken.json')],
      'broken.json cannot be read: it is no JSON: at line 1, column 24 it ends where a value belongs',
    ],
    [
      'a dialect file as PowerShell writes it',
      () => ['--memory', '--dialect', inFolder('utf-16.json')],
      'utf-16.json cannot be read: it is UTF-16',
    ],
    [
      'a scenario file as PowerShell writes it',
      () => ['--memory', '--scenario', inFolder('utf-16.json')],
      'utf-16.json: cannot be read: it is UTF-16',
    ],
    [
      'a dialect file with a mark before it, which is none of its mistakes',
      () => ['--memory', '--dialect', inFolder('marked.json')],
      'marked.json: status.nothing: is no open question',
    ],
    [
      'an unknown scenario',
      () => ['--memory', '--scenario', 'none-such'],
      'none-such: there is no such scenario; the nearest of ',
    ],
    [
      'a scenario file with an error',
      () => ['--memory', '--scenario', inFolder('scenario.yaml')],
      'scenario.yaml:2:1: has no field "shops"; there are: $schema, description, ',
    ],
    [
      'a scenario that is too large',
      () => ['--memory', '--scenario', 'many-invoices:99999999'],
      'the number of invoices must be a whole one of at most 250000',
    ],
    ['a number that means nothing', () => ['--memory', '--scenario', 'small:5'], 'small takes no number'],
    [
      'a scenario for a filled directory',
      () => ['--data', inFolder('filled'), '--scenario', 'small'],
      'is filled already, so --scenario has no effect: leave it out, or add --reset.',
    ],
    [
      'a seed for a filled directory',
      () => ['--data', inFolder('filled'), '--seed', '2'],
      'is filled already, so --seed has no effect: leave it out, or add --reset.',
    ],
    [
      'a directory that is a file',
      () => ['--data', inFolder('file')],
      'cannot be used: a file is in the way',
    ],
    [
      'a directory below a file',
      () => ['--data', inFolder('file/below')],
      'cannot be used: a file is in the way',
    ],
    ['a directory that cannot be made', () => ['--data', NOWHERE], `${NOWHERE} cannot be used: `],
    ['a directory without a name', () => ['--data', ''], 'It must be the path of a directory.'],
  ]
  test.each(rows)('%s', async (_what, args, words) => {
    const { code, stderr } = await refusal(args())
    expect(stderr).toContain(words)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).toMatch(/^error: /)
    // Commander's own refusals have 1 here; the front door makes it 2.
    expect([1, 2]).toContain(code)
  })

  test.each(['line\nend', 'nul\0', ' blank before', 'blank behind ', 'schlüssel', '鍵'])(
    'an admin token that no header carries everywhere, as a flag and in the environment: %j',
    async (token) => {
      const args = ['--memory', '--scenario', 'empty', '--port', '0']
      const asFlag = await refusal([...args, '--admin-token', token])
      expect(asFlag).toEqual({
        code: 2,
        stderr:
          'error: The token of the admin API must be of visible ASCII characters, so that a header can carry it.\n',
      })
      // No variable of an environment holds NUL.
      vi.stubEnv('INVOICING_KIT_ADMIN_TOKEN', token.replace('\0', '\u0001'))
      expect(await refusal(args)).toEqual(asFlag)
      vi.unstubAllEnvs()
    },
  )

  describe('a database that the environment names', () => {
    const NAMED = 'postgres://nobody@127.0.0.1:1/none'
    const REFUSED = 'The database 127.0.0.1:1/none cannot be used'
    // With this, a start that has come so far as to open its data is refused.
    const named: [what: string, value: string, args: string[], words: string][] = [
      ['counts', NAMED, [], REFUSED],
      ['counts less than a flag that names another', 'postgres://a@b/c', ['--database', NAMED], REFUSED],
      ['counts less than --memory', NAMED, ['--memory'], 'Cannot listen on 192.0.2.1'],
      ['counts less than --data', NAMED, ['--data', 'beside'], 'Cannot listen on 192.0.2.1'],
      ['is none where it is empty', '', ['--memory'], 'Cannot listen on 192.0.2.1'],
      [
        'is none where it is empty, beside a directory',
        '',
        ['--data', 'empty'],
        'Cannot listen on 192.0.2.1',
      ],
    ]
    test.each(named)('%s', async (_what, value, args, words) => {
      vi.stubEnv('INVOICING_KIT_DATABASE', value)
      const inPlace = args.map((arg) => (arg === 'beside' || arg === 'empty' ? inFolder(arg) : arg))
      const { stderr } = await refusal([...inPlace, '--host', '192.0.2.1', '--admin-token', 't'])
      vi.unstubAllEnvs()
      expect(stderr).toContain(words)
    })
  })

  test.each<[what: string, flag: string, file: string, lines: string[]]>([
    [
      'a scenario',
      '--scenario',
      'mistakes.yaml',
      [
        '  2:1    has no field "shops"; there are: $schema, description, ',
        '  3:10   stores: must be a list of at least 1 and at most 1000, and is []',
      ],
    ],
    [
      'a dialect',
      '--dialect',
      'dialect.json',
      [
        '  status.nothing: is no open question; the nearest of 82 are status.not_found, status.existing, status.conflict',
        '  status.unauthorized: must be an integer from 400 to 599, and is 12',
      ],
    ],
  ])('%s with several mistakes: each is a line of its own', async (_what, flag, file, lines) => {
    const { code, stderr } = await refusal(['--memory', flag, inFolder(file)])
    expect(code).toBe(2)
    expect(stderr.trimEnd().split('\n')).toEqual([
      `error: ${inFolder(file)} has 2 mistakes:`,
      ...lines.map((line) => expect.stringContaining(line)),
    ])
  })

  test('the directory can be opened by others after a refusal', async () => {
    const { stderr } = await refusal(['--data', inFolder('filled'), '--seed', '2'])
    expect(stderr).toContain('--reset')
    const mock = await openMock({ data: inFolder('filled') })
    expect(mock.source.scenario).toBe('empty')
    await mock.close()
  })
})
