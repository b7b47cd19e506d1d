import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Folder of the repository. */
export const ROOT = join(import.meta.dirname, '..')

/** Folders that have pages. */
const FOLDERS = [
  'docs',
  'conformance',
  'examples',
  'fixtures',
  'mock-server',
  'scenarios',
  'schemas',
  'tools',
]

/** Paths of all Markdown pages from the root, the README first. */
export const PAGES: readonly string[] = [
  'README.md',
  ...markdownIn('.', false).filter((page) => page !== 'README.md'),
  ...FOLDERS.flatMap((folder) => markdownIn(folder, true)),
]

/** Pages under `docs/`. */
export const DOCS: readonly string[] = PAGES.filter((page) => page.startsWith('docs/'))

function markdownIn(folder: string, recursive: boolean): string[] {
  const path = join(ROOT, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file).replaceAll(sep, '/'))
    .toSorted()
}

/** Content of a page. */
export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

/** A fenced block of a page. Its language is empty for a block that names none. */
interface Block {
  language: string
  text: string
}

const FENCE = /^```([\w-]*)[^\n]*\n(.*?)^```/gms

/** Fenced blocks of a page. */
export const blocksOf = (page: string): Block[] =>
  [...readPage(page).matchAll(FENCE)].map(([, language = '', text = '']) => ({ language, text }))

/** A page without its fenced blocks. */
export const proseOf = (page: string): string => readPage(page).replaceAll(FENCE, '')
