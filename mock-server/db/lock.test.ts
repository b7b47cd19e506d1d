import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { DatabaseInUse, DatabaseUnusable } from './errors.ts'
import { startCrashWriter } from './testing/crash-child.ts'
import { joinedScript } from '../../schemas/testing/joined-script.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'

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

  test('names the other process, and is free as soon as that one is killed', async () => {
    const directory = await temporaryDirectory()
    const child = startCrashWriter('write', directory)
    await child.started
    // The child goes on writing and compacting: its files are named here, but not read.
    expect(await readdir(directory)).not.toEqual([])
    const error = await refusal(directory)
    expect(error).toBeInstanceOf(DatabaseInUse)
    expect(error).toMatchObject({ holder: { pid: child.pid } })
    await child.kill()
    const database = await openDatabase({ directory })
    expect(database.isNew).toBe(false)
    await database.close()
  })

  test('is free as soon as it is closed, though a child that is being started has copies of all that is open', async () => {
    const directory = await temporaryDirectory()
    const starting = "setInterval(() => require('node:child_process').spawn('true'), 1)"
    const other = new Worker(starting, { eval: true })
    await once(other, 'online')
    for (let opened = 0; opened < 60; opened++) expect(await refusal(directory)).toBe('opened')
    await other.terminate()
  })

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

/** Runs a command in a network namespace of its own, as a container does. */
const UNSHARE = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), '--net']
const [unshare = '', ...own] = UNSHARE
const hasNamespaces = spawnSync(unshare, [...own, 'true']).status === 0

/** Contenders for a directory, each in a network namespace of its own; each gets ready, then is told to go. */
async function contend(directory: string, count: number): Promise<{ said: string[]; kill(): Promise<void> }> {
  const script = joinedScript(new URL('testing/contender.ts', import.meta.url))
  const args = [...own, process.execPath, script, directory]
  const children = Array.from({ length: count }, () =>
    spawn(unshare, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const answers = async () => Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
  await answers()
  const said = answers()
  for (const { stdin } of children) stdin.write('go')
  const kill = async (): Promise<void> => {
    const gone = children.map((child) => child.exitCode ?? once(child, 'exit'))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(gone)
  }
  return { said: (await said).map(String), kill }
}

/** `LOCK_ROUNDS=200` for a longer run. */
const ROUNDS = Number(process.env['LOCK_ROUNDS'] ?? 2)

describe.runIf(hasNamespaces)('in network namespaces of their own (needs `unshare --net`)', () => {
  test(
    'of six who open a directory at once one has it, each time, after the last was killed',
    { timeout: ROUNDS * 60_000 },
    async () => {
      const directory = await temporaryDirectory()
      for (let round = 0; round < ROUNDS; round++) {
        const { said, kill } = await contend(directory, 6)
        expect(said.toSorted().slice(0, -1), `round ${round}: ${said.join()}`).toEqual(
          Array.from({ length: 5 }, () => expect.stringContaining('is in use by ')),
        )
        expect(said).toContain('has it\n')
        await kill()
      }
      const locks = (await readdir(directory)).filter((name) => name.startsWith('lock.'))
      expect(locks.length).toBeLessThanOrEqual(2)
    },
  )

  test('the holder is named', async () => {
    const directory = await temporaryDirectory()
    const database = await openDatabase({ directory })
    const { said, kill } = await contend(directory, 1)
    expect(said[0]).toContain(`is in use by process ${process.pid}. End it`)
    await kill()
    await database.close()
  })
})

describe('a lock', () => {
  test('is held where the path is longer than the name of a socket may be', async () => {
    const directory = join(await temporaryDirectory(), 'x'.repeat(120), 'y'.repeat(120))
    const database = await openDatabase({ directory })
    expect(await refusal(directory)).toBeInstanceOf(DatabaseInUse)
    await database.close()
    expect(await refusal(directory)).toBe('opened')
  })

  test('leaves nothing behind that cannot be copied', async () => {
    const directory = await temporaryDirectory()
    const child = startCrashWriter('write', join(directory, 'data'))
    await child.started
    await child.kill()
    expect(await refusal(join(directory, 'data'))).toBe('opened')
    await cp(join(directory, 'data'), join(directory, 'copy'), { recursive: true })
    expect(await refusal(join(directory, 'copy'))).toBe('opened')
  })

  test('does not pile up', async () => {
    const directory = await temporaryDirectory()
    for (let round = 0; round < 5; round++) expect(await refusal(directory)).toBe('opened')
    const locks = (await readdir(directory)).filter((name) => name.startsWith('lock.'))
    expect(locks.toSorted()).toEqual(['lock.4', 'lock.5'])
  })
})

test('what is no directory is refused in plain words', async () => {
  const directory = await temporaryDirectory()
  const file = join(directory, 'file')
  await writeFile(file, '')
  const error = await refusal(file)
  expect(error).toBeInstanceOf(DatabaseUnusable)
  expect(String(error)).toContain('cannot be used: a file is in the way (EEXIST). Choose another directory')
})
