import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Instrumenter, type InstrumentResult } from '@stryker-mutator/instrumenter'
import type { SourceMutant } from './mutant.ts'

/** The project. */
export const ROOT = join(import.meta.dirname, '../../..')

/** What of the mock is mutated: what clients see of it. */
const FOLDERS = ['rules', 'gates', 'routes', 'reply'] as const

/** What the mock's sources ask for beside them. */
const BESIDE = ['schemas', 'fixtures', 'scenarios', 'package.json']

/** A copy of the mock's sources that has every mutant in it, none of which acts until it is told to. */
export interface Sandbox {
  /** What to import instead of `mock-server/index.ts`. */
  readonly entry: string
  readonly mutants: readonly SourceMutant[]
  remove(): void
}

/** The sources that are mutated, from `mock-server/`. */
export const sourceFiles = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, 'mock-server', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && isSource(file))
      .map((file) => join(folder, file).replaceAll(sep, '/')),
  )

const isSource = (path: string): boolean => !path.endsWith('.test.ts') && !path.split(sep).includes('testing')

/**
 * Makes a sandbox below this project, where its modules find the packages; `remove` takes it away again.
 * @param files those that are mutated, from `mock-server/`
 */
export async function makeSandbox(files: readonly string[]): Promise<Sandbox> {
  const folder = mkdtempSync(join(ROOT, '.mutation-'))
  const mock = join(folder, 'mock-server')
  try {
    for (const name of BESIDE) symlinkSync(join(ROOT, name), join(folder, name))
    cpSync(join(ROOT, 'mock-server'), mock, { recursive: true, filter: isSource })
    const mutants = await instrument(mock, files)
    return { entry: join(mock, 'index.ts'), mutants, remove: () => rmSync(folder, { recursive: true }) }
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
}

const nothing = () => {}
const isNot = () => false

/** Stryker's instrumenter asks for one. */
const SILENT = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  isTraceEnabled: isNot,
  isDebugEnabled: isNot,
  isInfoEnabled: isNot,
  isWarnEnabled: isNot,
  isErrorEnabled: isNot,
  isFatalEnabled: isNot,
}

async function instrument(mock: string, files: readonly string[]): Promise<SourceMutant[]> {
  const sources = new Map(files.map((file) => [join(mock, file), readFileSync(join(mock, file), 'utf8')]))
  const result = await new Instrumenter(SILENT).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, ignorers: [], excludedMutations: [] },
  )
  for (const { name, content } of result.files) writeFileSync(name, content)
  return result.mutants.map((mutant) => ({
    id: mutant.id,
    file: mutant.fileName.slice(mock.length + 1).replaceAll(sep, '/'),
    line: mutant.location.start.line + 1,
    within: nameAround(sources.get(mutant.fileName) ?? '', mutant.location.start.line),
    kind: mutant.mutatorName,
    original: textAt(sources.get(mutant.fileName) ?? '', mutant.location),
    replacement: mutant.replacement,
  }))
}

type Location = InstrumentResult['mutants'][number]['location']

/** What stands at a location, whose lines and columns count from 0. */
function textAt(source: string, { start, end }: Location): string {
  const lines = source.split('\n')
  const offsetOf = ({ line, column }: Location['start']) =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column)
  return source.slice(offsetOf(start), offsetOf(end))
}

const DECLARATION = /^(?:export )?(?:async )?(?:function|class|const|let) (\w+)/

/** What a line stands in: the last name that a file declares at or before it. */
function nameAround(source: string, line: number): string {
  const names = source
    .split('\n')
    .slice(0, line + 1)
    .map((each) => DECLARATION.exec(each)?.[1])
  return names.findLast((name) => name !== undefined) ?? ''
}
