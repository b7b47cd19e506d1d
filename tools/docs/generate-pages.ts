import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { referencePages } from './pages.ts'

// npm run docs:pages

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'reference')

const pages = await referencePages()
rmSync(FOLDER, { recursive: true, force: true })
for (const [path, text] of Object.entries(pages)) {
  const file = join(FOLDER, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
process.stdout.write(`${Object.keys(pages).length} pages in docs/reference\n`)
