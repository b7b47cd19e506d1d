import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startMock, type StartedMock } from '../mock-server/index.ts'
import { FRONT_DOOR } from '../schemas/testing/front-door.ts'
import { blocksOf, ROOT } from './pages.ts'

interface Session {
  command: string
  /** Parts of the output in their order. The page elides the text between them by `…`. */
  pieces: string[]
}

/** Commands in the `console` blocks of a page, with the output that the page shows. */
export const sessionsOf = (page: string): Session[] =>
  blocksOf(page)
    .filter(({ language }) => language === 'console')
    .flatMap(({ text }) => text.split(/^\$ /m).slice(1).map(sessionOf))

/** A command continues after a `\` at the end of a line, and on lines that begin with `> `. */
function sessionOf(text: string): Session {
  const [first = '', ...lines] = text.trimEnd().split('\n')
  const command = [first]
  while (command.at(-1)?.endsWith('\\') || /^>( |$)/.test(lines[0] ?? ''))
    command.push((lines.shift() ?? '').replace(/^> ?/, ''))
  const shown = lines.map((line) => line.trim()).join('')
  return { command: command.join('\n'), pieces: shown.split('…') }
}

/** The first piece that is missing after the pieces before it, or an error that the page does not show; undefined if all are there. */
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

/** A folder and a default mock for the commands of one page. Files, variables and the mock's state last until `close`. */
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

  /** Standard output and error of a command. It gets the mock of this shell for that of the page, and the kit of this clone. */
  async run(command: string): Promise<string> {
    const { origin } = new URL(this.#mock.base_url)
    const here = command
      .replaceAll('http://127.0.0.1:4010', origin)
      .replaceAll('npx invoicing-kit', ['node', ...FRONT_DOOR].join(' '))
      .replaceAll('npx tsx scenarios', `node --import tsx ${join(ROOT, 'scenarios')}`)
    if (/^\w+=\S+( \w+=\S+)*$/.test(here)) this.#variables += `${here.replaceAll(' ', '; ')}\n`
    const env = { ...process.env, INVOICING_ADMIN_URL: this.#mock.admin_url }
    const script = `exec 2>&1\n${this.#variables}${here}`
    // A command that fails prints its reason, which the page may show.
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
