import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

const CODE_FOLDERS = [
  'schemas',
  'fixtures',
  'scenarios',
  'mock-server',
  'conformance',
  'examples',
  'tools',
  'test',
  'docs',
]
const PAGE_FOLDERS = CODE_FOLDERS.filter((folder) => folder !== 'docs')
const BUILT = /(?:^|\/)(?:node_modules|dist|site|samples|\.[^/]+)\//

const filesIn = (root: string, folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => join(folder, file).replaceAll(sep, '/'))
        .filter((file) => !BUILT.test(file))
    : []

const filesOf = (root: string, folders: readonly string[]): string[] => [
  ...readdirSync(root),
  ...folders.flatMap((folder) => filesIn(root, folder)),
]

/** Sources, and the JSON Schemas. */
export const codeFiles = (root: string): string[] =>
  filesOf(root, CODE_FOLDERS)
    .filter((file) => /\.[cm]?[jt]s$/.test(file) || /^schemas\/.*\.json$/.test(file))
    .toSorted()

/** Pages at the root, all under docs/, and the README of each folder. */
export const pageFiles = (root: string): string[] => [
  ...readdirSync(root).filter((file) => file.endsWith('.md')),
  ...filesIn(root, 'docs').filter((file) => /\.mdx?$/.test(file)),
  ...PAGE_FOLDERS.flatMap((folder) => filesIn(root, folder)).filter((file) => file.endsWith('/README.md')),
]
