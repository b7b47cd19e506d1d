import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Permission } from '../../schemas/permissions.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { messageOf } from '../../schemas/thrown.ts'
import type { TargetFile } from '../../schemas/types.ts'
import { Teller, type Answer, type Told } from './teller.ts'
import { openTarget, type Aim } from './target.ts'

/** What a story is told with. Its `fetch` is the global one, but that it prints what it does and keeps to `--allow`. */
export interface Telling {
  /** Where the service is, with keys and orders; the fields that the story needs are there. */
  target: Required<Omit<TargetFile, '$schema'>>
  fetch(url: string, request?: RequestInit): Promise<Answer>
  /** Says what comes next. */
  step(what: string): void
  /** Says what is seen; where it is not so, the story ends there. */
  check(isSo: boolean, what: string): void
}

export interface Plot {
  /** What it shows, in a sentence. */
  tells: string
  /** What it does beyond reading. */
  allow?: readonly Permission[]
  /** Fields of the target without which it cannot be told: `order_ids`, `hooks.edit_order`. */
  needs?: readonly string[]
}

export interface Story extends Plot {
  /**
   * Tells it, with the arguments of a command line.
   * @returns exit code: 0 as told, 1 the server did otherwise, 2 not permitted, not reached, or asked for wrongly
   */
  run(args: readonly string[], told?: Told, env?: NodeJS.ProcessEnv): Promise<number>
}

const USAGE =
  'say where: --target FILE|URL [--allow LIST], such as --target http://127.0.0.1:4010/__admin/target'

/** A story; where its file is the program that was started, it is told at once. */
export default function story(
  { url }: ImportMeta,
  plot: Plot,
  tell: (telling: Telling) => Promise<void>,
): Story {
  const run: Story['run'] = async (args, told = CONSOLE, env = process.env) => {
    try {
      const { help, ...aim } = aimOf(args)
      if (help) {
        told.out(`${plot.tells}\n${USAGE}`)
        return 0
      }
      const target = await openTarget(aim, plot, env)
      told.out(plot.tells)
      const teller = new Teller(target, told)
      // What it needs is there, and it asks for no more.
      await tell({ ...teller.means, target: target.file as Telling['target'] })
      return 0
    } catch (error) {
      const [line = ''] = messageOf(error).split('\n')
      told.err(`error: ${line}`)
      // Whatever else goes wrong comes of an answer that lacks what the story takes out of it.
      return error instanceof UsageError ? 2 : 1
    }
  }
  if (fileURLToPath(url) === startedFile())
    void run(process.argv.slice(2)).then((code) => (process.exitCode = code))
  return { ...plot, run }
}

/** Links followed, as those of a module's URL are. */
const startedFile = (): string | undefined => {
  const [, file] = process.argv
  return file !== undefined && existsSync(file) ? realpathSync(file) : file
}

const FLAGS = { target: { type: 'string' }, allow: { type: 'string' }, help: { type: 'boolean' } } as const

/** What the command line says; without a target only for help. @throws {UsageError} */
function aimOf(args: readonly string[]): Aim & { help: boolean } {
  const { help = false, target = '', allow } = flagsOf(args)
  if (target === '' && !help) throw new UsageError(USAGE)
  return { help, target, allow: allow?.split(',') }
}

function flagsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values
  } catch (error) {
    const [first] = messageOf(error).split('. ')
    throw new UsageError(`${first}; ${USAGE}`)
  }
}

const CONSOLE: Told = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
}
