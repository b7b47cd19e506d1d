import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FRONT_DOOR } from '../../schemas/testing/front-door.ts'

const hasProc = existsSync(`/proc/${process.pid}/task/${process.pid}/children`)

const childrenOf = ({ pid }: ChildProcess): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)

const nearby = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

test('a program that drew a document ends', async () => {
  const code = `
    import { renderDocument } from ${nearby('index.ts')}
    import { sampleSource } from ${nearby('sample-sources.ts')}
    const { length } = await renderDocument(sampleSource())
    process.exitCode = length > 0 ? 7 : 1`
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code]
  expect(await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')).toEqual([7, null])
})

describe.runIf(hasProc)('a mock that is ended by', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)('%s leaves no process that draws documents', async (signal) => {
    const mock = spawn(process.execPath, [...FRONT_DOOR, 'mock', '--memory', '--port', '0'], {
      stdio: 'ignore',
    })
    await expect.poll(() => childrenOf(mock), { timeout: 60_000 }).not.toEqual([])
    const children = childrenOf(mock)
    mock.kill(signal)
    await once(mock, 'exit')
    const alive = () => children.filter((pid) => existsSync(`/proc/${pid}`))
    await expect.poll(alive, { timeout: 60_000 }).toEqual([])
  })
})
