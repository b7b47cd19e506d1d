import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startMock, type StartedMock } from './mock-server/index.ts'
import { FRONT_DOOR } from './schemas/testing/front-door.ts'

// For documentation.test.ts: what our pages show of a shell, and a shell in which it is tried.

const root = import.meta.dirname

interface Session {
  command: string
  /** What the command must print, in this order; between the pieces stands what the page leaves out. */
  pieces: string[]
}

/** The commands in the `console` blocks of a page, with what they print. */
export function sessionsOf(page: string): Session[] {
  const text = readFileSync(join(root, page), 'utf8')
  const blocks = [...text.matchAll(/^```console\n(.*?)^```/gms)].map(([, block = '']) => block)
  return blocks.flatMap((block) => block.split(/^\$ /m).slice(1)).map(sessionOf)
}

function sessionOf(text: string): Session {
  const [command = '', ...output] = text.trimEnd().split('\n')
  const shown = output.map((line) => line.trim()).join('')
  return { command, pieces: shown.split('…') }
}

/** The first piece that does not come after the one before it, or an error that is not shown; undefined where all is as shown. */
export function firstMissing(pieces: readonly string[], output: string): object | undefined {
  if (/^(\{"error"|error: )/.test(output) && !/error/.test(pieces[0] ?? '')) return { pieces, output }
  let from = 0
  for (const piece of pieces) {
    const at = output.indexOf(piece, from)
    if (at < 0) return { piece, output }
    from = at + piece.length
  }
  return undefined
}

/** A folder and a mock for the commands of a page, which all find what those before them left. */
export class Shell {
  readonly #mock: StartedMock
  readonly #folder: string
  #variables = ''

  private constructor(mock: StartedMock, folder: string) {
    this.#mock = mock
    this.#folder = folder
  }

  static async open(): Promise<Shell> {
    return new Shell(await startMock(), mkdtempSync(join(tmpdir(), 'kit-shell-')))
  }

  /** What a command prints, of either kind; the mock of the pages is ours here, and the kit this clone. */
  async run(command: string): Promise<string> {
    const { origin } = new URL(this.#mock.base_url)
    const here = command
      .replaceAll('http://127.0.0.1:4010', origin)
      .replaceAll('npx invoicing-kit', ['node', ...FRONT_DOOR].join(' '))
      .replaceAll('npx tsx scenarios', `node --import tsx ${join(root, 'scenarios')}`)
    if (/^\w+=\S+( \w+=\S+)*$/.test(here)) this.#variables += `${here.replaceAll(' ', '; ')}\n`
    const env = { ...process.env, INVOICING_ADMIN_URL: this.#mock.admin_url }
    const script = `${this.#variables}${here} 2>&1`
    // What ends with an error prints why, which the page may show.
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: this.#folder, env }).catch(
      (failed: { stdout: string }) => failed,
    )
    return stdout.replaceAll(origin, 'http://127.0.0.1:4010')
  }

  async close(): Promise<void> {
    await this.#mock.close()
    rmSync(this.#folder, { recursive: true })
  }
}
