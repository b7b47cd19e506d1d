import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from './bundle.ts'

const dist = mkdtempSync(join(realpathSync(tmpdir()), 'kit-bundle-'))

/** A kit whose command and process both need what finds a file by its own place, and the command loads more later. */
const FILES = {
  'package.json': '{"type": "module"}',
  'mock-server/cli.js': `
    import { text } from '../schemas/read.js'
    console.log('mock', text())
    const { later } = await import('./console/later.js')
    console.log(later)`,
  'mock-server/console/later.js': `export const later = new URL('page', import.meta.url).pathname`,
  'mock-server/documents/drawing-entry.js': `
    import { text } from '../../schemas/read.js'
    console.log('process', text())`,
  'schemas/read.js': `
    import { readFileSync } from 'node:fs'
    export const text = () => readFileSync(new URL('words.txt', import.meta.url), 'utf8')`,
  'schemas/words.txt': 'found',
}

beforeAll(async () => {
  for (const [file, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    writeFileSync(join(dist, file), content)
  }
  await bundle(dist)
  for (const joined of ['schemas/read.js', 'mock-server/console/later.js']) rmSync(join(dist, joined))
})
afterAll(() => rmSync(dist, { recursive: true }))

const run = (file: string) => execFileSync(process.execPath, [join(dist, file)], { encoding: 'utf8' })

test('what is joined runs without the files that it was, and finds what lay beside them', () => {
  expect(run('mock-server/cli.js')).toBe(`mock found\n${join(dist, 'mock-server/console/page')}\n`)
  expect(run('mock-server/documents/drawing-entry.js')).toBe('process found\n')
})
