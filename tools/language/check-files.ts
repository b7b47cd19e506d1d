import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, type Finding } from './finding.ts'
import { findingsInPage } from './pages.ts'

// node --import tsx tools/language/check-files.ts FILE…

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('usage: node --import tsx tools/language/check-files.ts FILE…')
  process.exit(2)
}
const findings: Finding[] = files.flatMap((file) => findingsInPage(file, readFileSync(resolve(file), 'utf8')))
for (const finding of findings) console.log(describe(finding))
const names = files.length === 1 ? basename(files[0] ?? '') : `${files.length} files`
console.log(findings.length === 0 ? `${names}: plain` : `${names}: ${findings.length} findings`)
process.exit(findings.length === 0 ? 0 : 1)
