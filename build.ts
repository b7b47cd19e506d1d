import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Compiles the kit into `dist/`: JavaScript, types, and the data files that are read at run time. */
const root = import.meta.dirname
const dist = join(root, 'dist')
const DATA_FILES = {
  schemas: /\.json$/,
  scenarios: /\.(json|ya?ml)$/,
  'mock-server': /\.(json|css|html|svg|ttf)$/,
}

rmSync(dist, { recursive: true, force: true })
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' })
for (const [room, wanted] of Object.entries(DATA_FILES))
  for (const file of readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }))
    if (wanted.test(file)) cpSync(join(root, room, file), join(dist, room, file))
chmodSync(join(dist, 'cli.js'), 0o755)
