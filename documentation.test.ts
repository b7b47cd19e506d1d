import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMock, type StartedMock } from './mock-server/index.ts'
import { mockCommand } from './mock-server/cli.ts'

const run = promisify(execFile)
const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')

/** Fenced blocks of a language. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((found) => found[1] ?? '')

interface Session {
  command: string
  /** What the answer must hold, in this order; between the pieces stands what the README leaves out. */
  pieces: string[]
}

const sessions: Session[] = blocks('console')
  .flatMap((block) => block.split(/^\$ /m).slice(1))
  .map((text) => {
    const [command = '', ...output] = text.trimEnd().split('\n')
    return {
      command,
      pieces: output
        .map((line) => line.trim())
        .join('')
        .split('…'),
    }
  })

describe('what the README shows', () => {
  let mock: StartedMock
  beforeAll(async () => {
    mock = await startMock()
  })
  afterAll(() => mock.close())

  test.each(sessions)('$command', async ({ command, pieces }) => {
    const here = command.replace('http://127.0.0.1:4010/api/v1/external', mock.base_url)
    const { stdout } = await run('bash', ['-c', here])
    let from = 0
    for (const piece of pieces) {
      const at = stdout.indexOf(piece, from)
      expect({ piece, found: at >= 0, stdout: at >= 0 || stdout }).toEqual({
        piece,
        found: true,
        stdout: true,
      })
      from = at + piece.length
    }
  })

  test('the sessions are there', () => expect(sessions).toHaveLength(3))

  test('the first example is one of the tests', async () => {
    const [first = ''] = blocks('ts')
    const example = await readFile(join(import.meta.dirname, 'mock-server', 'example.test.ts'), 'utf8')
    expect(example).toContain(first.slice(first.indexOf('test(')))
  })

  test('every flag of the mock is explained', () => {
    const flags = mockCommand().options.map(({ flags: text }) => text)
    expect(flags.filter((flag) => !readme.includes(flag))).toEqual([])
  })
})
