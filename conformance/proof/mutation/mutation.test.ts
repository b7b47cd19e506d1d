import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { QUESTION_KEYS } from '../../../schemas/questions.ts'
import { chosenOf } from './chosen.ts'
import { EXPLAINED } from './explained.ts'
import { changeOf } from './mutant.ts'
import { makeSandbox, ROOT, sourceFiles, type Sandbox } from './sandbox.ts'
import { tryMutant } from './try-mutant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await makeSandbox(['rules/paginate.ts'])
  // It is the suite that has to find what is wrong with an answer.
  vi.stubEnv('INVOICING_KIT_VALIDATE_ANSWERS', '0')
})
afterAll(() => {
  vi.unstubAllEnvs()
  sandbox.remove()
})

const mutant = (change: string) => sandbox.mutants.find((one) => changeOf(one) === change)

async function tried(change: string) {
  const { id } = mutant(change) ?? {}
  if (id === undefined) throw new Error(`There is no mutant ${change}`)
  const stage = { entry: sandbox.entry, dialect: {}, seed: 1 }
  const reached = { by: ['the list past its end'], hits: 100, once: false, outside: false }
  return tryMutant(stage, id, reached, () => {})
}

test('each mutant has its place in the sources', () => {
  expect(mutant('offset < total → offset >= total')).toMatchObject({
    file: 'rules/paginate.ts',
    kind: 'EqualityOperator',
    original: 'offset < total',
  })
})

test('the suite finds a mutant that breaks a clause', async () => {
  expect(await tried('{ page, per_page } → {}')).toMatchObject({ outcome: 'killed' })
})

test('a mutant that changes nothing lives, and none acts in the next run', async () => {
  const { outcome, by } = await tried('offset < total → offset <= total')
  expect({ outcome, by }).toEqual({ outcome: 'survived', by: [] })
})

test('a sample is the same by the same seed, and what an earlier run let live can be chosen again', () => {
  const [one, again, other] = [1, 1, 2].map((seed) =>
    chosenOf(sandbox.mutants, { files: [], seed, sample: 10 }),
  )
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
  const [survivor] = one ?? []
  const chosen = chosenOf(sandbox.mutants, {
    files: ['rules'],
    seed: 1,
    sample: 10,
    survivors: survivor && [survivor],
  })
  expect(chosen).toContain(survivor)
  expect(chosen.length).toBeLessThan(10)
})

test('a sandbox that is removed leaves nothing behind', async () => {
  const { entry, remove } = await makeSandbox([])
  expect(existsSync(entry)).toBe(true)
  remove()
  expect(existsSync(join(entry, '../..'))).toBe(false)
})

test('what is explained stands in the sources', () => {
  const gone = Object.entries(EXPLAINED).flatMap(([file, functions]) => {
    const source = sourceFiles().includes(file) ? readFileSync(join(ROOT, 'mock-server', file), 'utf8') : ''
    const isThere = (name: string) =>
      new RegExp(`^(export )?(async )?(function|class|const|let) ${name}\\b`, 'm').test(source)
    return Object.keys(functions)
      .filter((name) => source === '' || (name !== '*' && !isThere(name)))
      .map((name) => `${file} ${name}`)
  })
  expect(gone).toEqual([])
})

test('a reason is a kind, or a question of the specification, and holds for something', () => {
  const kinds: readonly string[] = ['same', 'unseen', 'unstated', ...QUESTION_KEYS]
  const reasons = Object.values(EXPLAINED).flatMap((functions) => Object.values(functions).flat())
  expect(
    reasons.filter(
      ([kind, reason, changes]) => !kinds.includes(kind) || reason === '' || changes.length === 0,
    ),
  ).toEqual([])
})
