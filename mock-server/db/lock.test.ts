import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { DatabaseInUse, DatabaseUnusable } from './errors.ts'
import { startCrashWriter } from './testing/crash-child.ts'
import { contentOf, temporaryDirectory } from './testing/temporary-directory.ts'

async function refusal(directory: string): Promise<unknown> {
  try {
    await (await openDatabase({ directory })).close()
    return 'opened'
  } catch (error) {
    return error
  }
}

describe('an open directory', () => {
  test('is not opened again in the same process, under whatever name', async () => {
    const directory = await temporaryDirectory()
    const data = join(directory, 'data')
    const database = await openDatabase({ directory: data })
    await symlink(data, join(directory, 'alias'))
    for (const name of ['data', 'alias']) {
      const error = await refusal(join(directory, name))
      expect(error).toBeInstanceOf(DatabaseInUse)
      expect(error).toMatchObject({ holder: { pid: process.pid } })
      expect(String(error)).toContain(`is in use by process ${process.pid} (this one)`)
    }
    await database.close()
    expect(await refusal(data)).toBe('opened')
  })

  test('is opened by one of several at once', async () => {
    const directory = await temporaryDirectory()
    const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openDatabase({ directory })))
    const [winner, ...others] = opened.filter(({ status }) => status === 'fulfilled')
    expect(others).toEqual([])
    if (winner?.status === 'fulfilled') await winner.value.close()
  })

  test(
    'names the other process, and is free as soon as that one is killed',
    { timeout: 20_000 },
    async () => {
      const directory = await temporaryDirectory()
      const child = startCrashWriter('write', directory)
      await child.started
      const before = Object.keys(await contentOf(directory))
      const error = await refusal(directory)
      expect(error).toBeInstanceOf(DatabaseInUse)
      expect(error).toMatchObject({ holder: { pid: child.pid } })
      expect(before).not.toEqual([])
      await child.kill()
      const database = await openDatabase({ directory })
      expect(database.isNew).toBe(false)
      await database.close()
    },
  )

  test('another directory is not concerned', async () => {
    const directory = await temporaryDirectory()
    await mkdir(join(directory, 'a'))
    const first = await openDatabase({ directory: join(directory, 'a') })
    await rename(join(directory, 'a'), join(directory, 'b'))
    const second = await openDatabase({ directory: join(directory, 'a') })
    expect(await refusal(join(directory, 'b'))).toBeInstanceOf(DatabaseInUse)
    await first.close()
    await second.close()
  })
})

test('what is no directory is refused in plain words', async () => {
  const directory = await temporaryDirectory()
  const file = join(directory, 'file')
  await writeFile(file, '')
  const error = await refusal(file)
  expect(error).toBeInstanceOf(DatabaseUnusable)
  expect(String(error)).toContain('cannot be used: file already exists (EEXIST). Choose another directory')
})
