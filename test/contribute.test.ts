import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = 'docs/contribute'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** A diff block, and the start of the paragraph above that names its file. */
const DIFF = /^`([\w./-]+\/[\w.-]+)`(?:.+\n)+\n```diff\n([^]*?)^```/gm

interface Diff {
  file: string
  /** Added and context lines, without indentation. */
  lines: readonly string[]
}

const diffsOf = (page: string): Diff[] =>
  [...page.matchAll(DIFF)].map(([, file = '', diff = '']) => ({
    file,
    lines: diff
      .split('\n')
      .filter((line) => !line.startsWith('-'))
      .map((line) => line.slice(1).trim())
      .filter((line) => line !== ''),
  }))

const PAGES = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith('.md'))

describe.each(PAGES)('diffs in docs/contribute/%s', (name) => {
  const page = read(`${FOLDER}/${name}`)
  const diffs = diffsOf(page)

  test('are present, each below a paragraph that starts with its file', () => {
    expect(diffs.length).toBeGreaterThan(0)
    expect(diffs).toHaveLength(page.split('\n```diff\n').length - 1)
  })

  test.each(diffs)('consist of lines of $file', ({ file, lines }) => {
    const code = new Set(
      read(file)
        .split('\n')
        .map((line) => line.trim()),
    )
    expect(lines.filter((line) => !code.has(line))).toEqual([])
  })
})

describe('CONTRIBUTING.md', () => {
  const page = read('CONTRIBUTING.md')

  test('links to every page of docs/contribute', () => {
    expect(PAGES.filter((name) => !page.includes(`(${FOLDER}/${name})`))).toEqual([])
  })

  test('explains every script of package.json', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = new Set([...page.matchAll(/^\| `npm (?:run )?([\w:]+)`/gm)].map(([, name]) => name))
    // npm runs prepare and prepack; nobody types them.
    const typed = Object.keys(scripts).filter((name) => !name.startsWith('pre'))
    expect(typed.filter((name) => !named.has(name))).toEqual([])
  })
})
