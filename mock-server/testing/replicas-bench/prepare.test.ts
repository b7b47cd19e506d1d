import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { until } from '../../faults/testing/faulty-mock.ts'

const CHILD = fileURLToPath(new URL('prepare-child.ts', import.meta.url))

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves nothing of the bench behind', async (signal) => {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  const { pid, folder }: { pid: number; folder: string } = JSON.parse(line)
  expect([runs(pid), existsSync(folder)]).toEqual([true, true])
  child.kill(signal)
  await once(child, 'exit')
  await until(async () => !runs(pid))
  expect(existsSync(folder)).toBe(false)
})
