import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { passagesInCode } from './code.ts'
import { describe, type Finding } from './finding.ts'
import { findingsInPage, withoutRepeated } from './pages.ts'
import { codeFiles } from './project-files.ts'

// node --import tsx tools/language/check-files.ts FILE…

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('usage: node --import tsx tools/language/check-files.ts FILE…')
  process.exit(2)
}
const root = join(import.meta.dirname, '..', '..')
const all: Finding[] = files.flatMap((file) => findingsInPage(file, readFileSync(resolve(file), 'utf8')))
// The code takes seconds to read, so it is read only for pages that have findings.
const findings = all.length === 0 ? all : withoutRepeated(all, passagesInCode(root, codeFiles(root)))
for (const finding of findings) console.log(describe(finding))
const names = files.length === 1 ? basename(files[0] ?? '') : `${files.length} files`
console.log(findings.length === 0 ? `${names}: plain` : `${names}: ${findings.length} findings`)
process.exit(findings.length === 0 ? 0 : 1)
