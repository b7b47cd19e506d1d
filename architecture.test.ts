import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = import.meta.dirname
const ROOMS = ['schemas', 'fixtures', 'scenarios', 'mock-server', 'conformance'] as const

/** What each room may import besides itself (ARCHITECTURE.md, "Rooms"). */
const MAY_IMPORT: Record<string, readonly string[]> = {
  schemas: [],
  fixtures: ['schemas'],
  scenarios: ['fixtures', 'schemas'],
  'mock-server': ['scenarios', 'fixtures', 'schemas'],
  conformance: ['fixtures', 'schemas'],
}

/** Runnable stories are documentation that is tested: like tests they start the mock. */
const knowsBoth = (file: string): boolean =>
  file.endsWith('.test.ts') || /(^|\/)(testing|proof|stories)\//.test(file)

const sourceFiles = ROOMS.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(room, file).replaceAll(sep, '/')),
)

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? '')

/** Our own files that a file imports, from the root. */
const ownImports = (file: string): string[] =>
  importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(root, resolve(root, dirname(file), specifier)).replaceAll(sep, '/'))

const importsBelow = (folder: string): (readonly [string, string])[] =>
  sourceFiles
    .filter((file) => file.startsWith(`mock-server/${folder}/`) && !file.endsWith('.test.ts'))
    .flatMap((file) => importsOf(file).map((target) => [file, target] as const))

describe('arrows between the rooms', () => {
  test.each(ROOMS)('%s imports only what stands before it', (room) => {
    const allowed = [room, ...(MAY_IMPORT[room] ?? [])]
    const strays = sourceFiles
      .filter((file) => file.startsWith(`${room}/`) && !knowsBoth(file))
      .flatMap((file) => ownImports(file).map((target) => [file, target] as const))
      .filter(([, target]) => !allowed.some((name) => target.startsWith(`${name}/`)))
    expect(strays).toEqual([])
  })

  test('the search sees the imports there are', () => {
    expect(ownImports('mock-server/rules/context.ts')).toContain('mock-server/world.ts')
    expect(sourceFiles.length).toBeGreaterThan(20)
  })
})

describe('arrows inside the mock', () => {
  test.each(['rules', 'store', 'db', 'documents'])('%s never hears of HTTP', (folder) => {
    const edge = /^(node:https?|express|.*\/(gates|routes|admin)\/.*|.*\/app\.ts)$/
    expect(importsBelow(folder).filter(([, target]) => edge.test(target))).toEqual([])
  })

  test('only db/ knows that data lies in files', () => {
    const others = ['rules', 'store', 'gates', 'routes', 'admin'].flatMap(importsBelow)
    expect(others.filter(([, target]) => /^(node:fs.*|lowdb.*)$/.test(target))).toEqual([])
  })
})
