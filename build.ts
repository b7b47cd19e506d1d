import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { bundle } from './bundle.ts'
import { SHIPPED_FONT_FILES } from './mock-server/documents/fonts.ts'
import { fileAsJson, listScenarios, readScenario } from './scenarios/files.ts'
import { publishedScenarioSchema } from './scenarios/published-schema.ts'
import { DOCS_MODULES } from './schemas/docs-page.ts'
import { exportSchemas } from './schemas/export.ts'

/**
 * Compiles the kit into `dist/`: JavaScript, types, the data files that are read at run time, the scenarios as JSON
 * too, in `vendor/` what is used of large packages, and in `contract/` what `schemas export` writes.
 */
const root = import.meta.dirname
const dist = join(root, 'dist')
const require = createRequire(import.meta.url)
const DATA_FILES = {
  schemas: /\.json$/,
  scenarios: /\.(json|ya?ml)$/,
  'mock-server': /\.(json|css|html|svg|ttf|js)$/,
}
const LICENCE = /^(LICENSE|NOTICE)/
/** Licences of the packages inside a bundle, which its first line names. */
const BUNDLED = '.LICENSE.txt'

rmSync(dist, { recursive: true, force: true })
const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
// Types are checked by `npm run typecheck`, the tests' own with them.
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--noCheck'], {
  stdio: 'inherit',
})
await bundle(dist)
for (const [room, wanted] of Object.entries(DATA_FILES))
  for (const file of readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }))
    if (wanted.test(file)) cpSync(join(root, room, file), join(dist, room, file))
mkdirSync(dirname(fileAsJson('', join(dist, 'scenarios'))))
for (const name of listScenarios())
  writeFileSync(fileAsJson(name, join(dist, 'scenarios')), JSON.stringify(readScenario(name)))
for (const module of [...SHIPPED_FONT_FILES, ...DOCS_MODULES]) vendor(module)
exportSchemas(join(dist, 'contract'), { 'scenario.json': publishedScenarioSchema() })

/** Copies a module's file, and the licences of its package. */
function vendor(module: string): void {
  cpSync(require.resolve(module), join(dist, 'vendor', module))
  const [, name = module] = /^((?:@[^/]+\/)?[^/]+)\//.exec(module) ?? []
  const home = dirname(require.resolve(`${name}/package.json`))
  for (const file of readdirSync(home))
    if (LICENCE.test(file) || file === basename(module) + BUNDLED)
      cpSync(join(home, file), join(dist, 'vendor', name, file))
}
