import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { waiverProblems } from '../../conformance/command/waivers.ts'
import { readReport } from '../../conformance/reports/merge.ts'
import { parseTarget } from '../../conformance/server/load-target.ts'
import { readDialect } from '../../mock-server/dialects/files.ts'
import { expectationProblems } from '../../mock-server/rehearse/judging/expectations.ts'
import { readScenario } from '../../scenarios/files.ts'
import { EXAMPLES } from './examples.ts'
import type { Pages } from './page.ts'
import { referencePages } from './pages.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'reference')

const committed = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replaceAll('\\', '/'))

describe('docs/reference', () => {
  let pages: Pages
  beforeAll(async () => {
    pages = await referencePages()
  }, 60_000)

  test('has the pages that `npm run docs:pages` writes, and no other', () => {
    expect(committed().toSorted()).toEqual(Object.keys(pages).toSorted())
  })

  test('is current: run `npm run docs:pages` after a change', () => {
    const stale = Object.entries(pages).filter(
      ([path, text]) => readFileSync(join(FOLDER, path), 'utf8') !== text,
    )
    expect(stale.map(([path]) => path)).toEqual([])
  })

  test('has no link to a page that is missing', () => {
    const missing = Object.entries(pages).flatMap(([path, text]) =>
      [...text.matchAll(/\]\(([\w./-]+\.md)/g)]
        .map(([, link = '']) => join(path, '..', link).replaceAll('\\', '/'))
        .filter((target) => !Object.hasOwn(pages, target)),
    )
    expect(missing).toEqual([])
  })
})

const KEYS = { INVOICING_API_KEY: 'a', OTHER_KEY: 'b', FREE_KEY: 'c', PLATFORM_TOKEN: 'd' }

const read = (file: string): unknown => parse(readFileSync(join(EXAMPLES, file), 'utf8'))

/** The reader of each example file, which returns its mistakes or throws them. */
const READERS: Record<string, (file: string) => readonly string[]> = {
  'target.json': (file) => parseTarget(read(file), KEYS).mistakes.map(String),
  'hooks.json': (file) => parseTarget(read(file), KEYS).mistakes.map(String),
  'waivers.yaml': (file) => waiverProblems(read(file)),
  'expectations.yaml': (file) => expectationProblems(read(file)),
  'scenario.yaml': (file) => (readScenario(join(EXAMPLES, file)), []),
  'dialect.json': (file) => (readDialect(join(EXAMPLES, file)), []),
  'report.json': (file) => (readReport(join(EXAMPLES, file)), []),
}

describe('example files', () => {
  test('all have a reader', () => {
    expect(readdirSync(EXAMPLES).toSorted()).toEqual(Object.keys(READERS).toSorted())
  })

  test.each(Object.entries(READERS))('%s has no mistake', (file, mistakesIn) => {
    expect(mistakesIn(file)).toEqual([])
  })
})
