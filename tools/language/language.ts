import { join } from 'node:path'
import { script } from '../../schemas/testing/script.ts'
import { findingsInCode } from './code.ts'
import { describe } from './finding.ts'
import { beyond, renamed, save, shrunk, tolerated } from './offenders.ts'
import { codeFiles } from './project-files.ts'

// npm run language -- [PATH…] [--shrink] [--renamed OLD NEW]

const root = join(import.meta.dirname, '..', '..')
const program = script('language', 'lists offences of the code against the language rules')
  .argument('[path...]', 'files or folders whose offences are listed; all that are new when left out')
  .option('--shrink', 'lower the counts of offenders.txt to the present ones')
  .option('--renamed <old-and-new...>', 'two paths: move the counts of a renamed file or folder')
  .parse()
const { shrink, renamed: paths } = program.opts<{ shrink?: true; renamed?: string[] }>()

const [from, to] = paths ?? []
if (paths !== undefined && (from === undefined || to === undefined || paths.length > 2))
  program.error('error: --renamed takes the old and the new path')
if (from !== undefined && to !== undefined) save(renamed(tolerated(), from, to))

const all = findingsInCode(root, codeFiles(root))
if (shrink) save(shrunk(all, tolerated()))
const isNamed = (file: string) =>
  program.args.some((path) => `${file}/`.startsWith(path.replace(/\/*$/, '/')))
const shown = program.args.length > 0 ? all.filter(({ file }) => isNamed(file)) : beyond(all, tolerated())
for (const finding of shown) console.log(describe(finding))
console.log(
  `${shown.length} offences${program.args.length > 0 ? '' : ` beyond the ${all.length} that are tolerated`}`,
)
process.exitCode = shown.length > 0 ? 1 : 0
