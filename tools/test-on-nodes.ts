import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Command } from 'commander'
import { script } from '../schemas/testing/script.ts'

// npm run test:nodes -- 22 24 26 [-- COMMAND …]

const CACHE = join(import.meta.dirname, '..', '.cache')
const DEFAULT_COMMAND = ['npm', 'test']
/** Windows finds `npm` only by a shell. */
const shell = process.platform === 'win32'

const [majors, command] = split(process.argv.slice(2))
const program: Command = script(
  'test:nodes',
  'runs npm test, or the command after --, on other versions of Node',
)
  .argument('<major...>', 'versions of Node, such as 22 24 26, which npm installs into .cache/')
  .usage('22 24 26 [-- COMMAND …]')
  .parse(majors, { from: 'user' })
for (const major of majors)
  if (!isSupported(major)) program.error(`error: the kit does not run on Node ${major}`)
for (const major of majors) if (!isRunning(major)) test(major)

/** The versions, and the command after `--`. */
function split(args: string[]): [string[], string[]] {
  const at = args.indexOf('--')
  if (at === -1) return [args, DEFAULT_COMMAND]
  const given = args.slice(at + 1)
  return [args.slice(0, at), given.length > 0 ? given : DEFAULT_COMMAND]
}

/** `engines` of package.json by major version. */
function isSupported(major: string): boolean {
  const number = /^\d+$/.test(major) ? Number(major) : 0
  return number === 20 || number === 22 || number >= 24
}

function isRunning(major: string): boolean {
  const { version } = process
  if (!version.startsWith(`v${major}.`)) return false
  console.log(`Node ${major} is skipped: this is Node ${version}.`)
  return true
}

function test(major: string): void {
  const folder = installed(major)
  const version = execFileSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).trim()
  console.log(`Node ${version}: ${command.join(' ')}`)
  const { status } = run(command, { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` })
  if (status === 0) return
  console.error(`error: on Node ${version} the command failed`)
  process.exit(status ?? 1)
}

/** Folder of the binary, which npm installs at the first use. */
function installed(major: string): string {
  const name = `node-${shell ? 'win' : process.platform}-${process.arch}`
  const prefix = join(CACHE, `node-${major}`)
  const folder = join(prefix, 'node_modules', name, 'bin')
  if (existsSync(folder)) return folder
  mkdirSync(prefix, { recursive: true })
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = run(['npm', 'install', '--prefix', prefix, ...flags, `${name}@${major}`], process.env)
  if (status === 0) return folder
  program.error(`error: npm has no Node ${major} for ${process.platform} ${process.arch}`)
}

function run([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  return spawnSync(file, args, { stdio: 'inherit', shell, env })
}
