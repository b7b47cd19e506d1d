import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(await readFile(join(import.meta.dirname, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

test('the lock file holds the packages of every platform, without which `npm ci` refuses it', () => {
  const names = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)))
  const optional = Object.values(lock.packages).flatMap(({ optionalDependencies }) =>
    Object.keys(optionalDependencies ?? {}),
  )
  expect(optional.length).toBeGreaterThan(30)
  expect(optional.filter((name) => !names.has(name))).toEqual([])
})
