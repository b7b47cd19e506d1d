import axe from 'axe-core'
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BROWSER, startBrowser } from '../schemas/testing/browser.ts'

/** The documentation site, built from a copy of `docs/`. Slow: it is part of `npm run test:long`. */

const root = join(import.meta.dirname, '..')
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}
const TABLE = `# Table of rules

The page has a large table.

| Rule | Section | Sentence | Example | Status |
| --- | --- | --- | --- | --- |
${'| `create.order-id-type` | 4.1 | The order id of a created invoice is an integer. | `{"order_id": "x"}` | 422 |\n'.repeat(60)}`
const CODE = `# Task

The page has a table, a link to [the table](../reference/wide.md) and code.

## What remains?

\`\`\`ts
import { startMock } from 'invoicing-kit/mock' // comment
const mock = await startMock({ scenario: 'small', journal: 10 })
\`\`\`

\`\`\`yaml
# yaml-language-server: $schema=./scenario.json
name: 1
\`\`\`
`

let folder: string
/** Inside the clone, so that the copied configuration finds its packages. */
const inFolder = (path: string) => join(folder, path)

/** Builds the site of the copy, and returns what the builder printed. */
const build = async (): Promise<string> => {
  const bin = join(root, 'node_modules/@rspress/core/bin/rspress.js')
  const args = [bin, 'build', '--config', inFolder('docs/rspress.config.ts')]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  return stdout + stderr
}

beforeAll(async () => {
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache/site-'))
  await cp(join(root, 'docs'), inFolder('docs'), { recursive: true })
  for (const section of ['how-to', 'reference']) await mkdir(inFolder(`docs/${section}`), { recursive: true })
  await writeFile(inFolder('docs/reference/wide.md'), TABLE)
  await writeFile(inFolder('docs/how-to/task.md'), CODE)
  await build()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('every page is built and listed in llms.txt', async () => {
  const files = await readdir(inFolder('docs'), { recursive: true })
  const pages = files.filter((file) => file.endsWith('.md')).map((file) => file.replaceAll('\\', '/'))
  const llms = await readFile(inFolder('site/llms.txt'), 'utf8')
  const listed = pages.filter((page) => page !== 'index.md')
  expect(listed.length).toBeGreaterThan(1)
  expect(listed.filter((page) => !llms.includes(`(/${page})`))).toEqual([])
  for (const page of pages) await stat(inFolder(`site/${page.replace(/md$/, 'html')}`))
})

describe.skipIf(!BROWSER)('in a browser', () => {
  let server: Server
  let origin: string
  let browser: Browser

  beforeAll(async () => {
    server = createServer((request, response) => {
      const file = inFolder(`site${new URL(request.url ?? '/', 'http://localhost').pathname}`)
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
      createReadStream(file)
        .on('error', () => response.writeHead(404).end())
        .pipe(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })

  const LOOKS = ['light', 'dark'] as const
  const WIDTHS = [390, 1440]
  const PAGES = ['index.html', 'how-to/task.html', 'reference/wide.html']
  const shown = PAGES.flatMap((path) =>
    LOOKS.flatMap((look) => WIDTHS.map((width) => [path, look, width] as const)),
  )

  test.each(shown)(
    '%s is accessible and loads nothing from other hosts: %s, %i px',
    async (path, look, width) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: look })
      page.setDefaultTimeout(0)
      const foreign: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
          foreign.push(request.url())
      })
      await page.goto(`${origin}/${path}`, { waitUntil: 'networkidle' })
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(grave.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(foreign).toEqual([])
      await page.close()
    },
  )
})

test('a dead link ends the build', async () => {
  const page = inFolder('docs/how-to/dead.md')
  await writeFile(page, '# Dead\n\nA [link](./missing.md) that leads nowhere.\n')
  await expect(build()).rejects.toThrow(/missing/)
})
