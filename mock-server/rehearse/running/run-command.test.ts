import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { runCommand, type RunOptions } from './run-command.ts'

/** Long enough for whatever ends by itself. */
const PATIENT_MS = 60_000
/** Times to let a command hang, of which the first that it can start in proves enough. */
const TIMES_MS = [700, 7000, 70_000]

/** A file that is not there until somebody makes it, which the others wait for. */
function signalFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kit-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'ready')
}

const run = (command: readonly string[], options: Partial<RunOptions> = {}) =>
  runCommand({
    command,
    env: process.env,
    timeout_ms: PATIENT_MS,
    signal: new AbortController().signal,
    grace_ms: 100,
    ...options,
  })

const shell = (script: string, options?: Partial<RunOptions>) => run(['sh', '-c', script], options)

/** Whether a process runs, which one that only nobody has asked after does not. */
function isRunning(pid: string): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The ids of processes that a command printed as `pid 123`. */
const printedPids = (output: string): string[] =>
  [...output.matchAll(/pid (\d+)/g)].map(([, pid = '']) => pid)

describe('a command that', () => {
  test.each<[string, string, object]>([
    ['ends at once has passed', 'exit 0', { kind: 'passed' }],
    ['fails has its exit code', 'exit 3', { kind: 'failed', exit_code: 3 }],
    ['is killed has crashed', 'kill -SEGV $$', { kind: 'crashed', signal: 'SIGSEGV' }],
    ['is a shell whose child was killed has crashed', 'exit 134', { kind: 'crashed', signal: 'SIGABRT' }],
    ['is not found by a shell has failed', 'exit 127', { kind: 'failed', exit_code: 127 }],
    ['ends itself by SIGTERM has crashed', 'kill -TERM $$', { kind: 'crashed', signal: 'SIGTERM' }],
    ['reads its input finds none', 'read line || exit 5', { kind: 'failed', exit_code: 5 }],
    ['asks for a terminal has none', 'test -t 0 || (: </dev/tty) 2>&1', { kind: 'failed' }],
  ])('%s', async (_, script, ending) => {
    expect((await shell(script)).ending).toMatchObject(ending)
  })

  test.each([[['no-such-program-here']], [['']], [['a\0b']], [['/']]])(
    '%j is none is a mistake in one line',
    async (command) => {
      const failure = await run(command).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(UsageError)
      expect(String(failure)).toMatch(/cannot be started: [^\n]+$/)
    },
  )

  test('prints megabytes is kept by both its ends', async () => {
    const script =
      'process.stdout.write("begun"); process.stdout.write("é".repeat(4e6)); process.stdout.write("ended"); process.exitCode = 1'
    const { ending, output, dropped } = await run([process.execPath, '-e', script])
    expect(ending).toEqual({ kind: 'failed', exit_code: 1 })
    expect(output).toMatch(/^beguné+\n… [\d,]+ bytes left out …\né+ended$/)
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(64 * 1024 + 60)
    expect(dropped).toBe(4e6 * 2 + 10 - 64 * 1024)
  })

  test('hangs and ignores what asks it to end is ended, and told apart from one that fails', async () => {
    const script = 'trap "" TERM INT; echo pid $$; while :; do sleep 0.05; done'
    let pids: string[] = []
    for (const timeout_ms of TIMES_MS) {
      const { ending, output } = await shell(script, { timeout_ms })
      expect(ending).toEqual({ kind: 'timed_out', after_ms: timeout_ms })
      pids = printedPids(output)
      if (pids.length > 0) break
    }
    expect(pids).toHaveLength(1)
    expect(pids.filter(isRunning)).toEqual([])
  })

  test('has not ended in its time is granted more, once it is asked for', async () => {
    const file = signalFile()
    const granted = () => {
      writeFileSync(file, '')
      return PATIENT_MS
    }
    const script = `until [ -e '${file}' ]; do sleep 0.02; done`
    expect((await shell(script, { timeout_ms: 10, granted })).ending).toEqual({ kind: 'passed' })
  })

  test('leaves processes behind takes them along, those of other sessions too', async () => {
    const ready = signalFile()
    const script = `sleep 60 & echo pid $!
      (trap '' HUP TERM; exec setsid sleep 60) & echo pid $!
      setsid sh -c 'echo pid $$; : >${ready}; exec sleep 60' &
      until [ -e ${ready} ]; do sleep 0.02; done`
    const { ending, output } = await shell(script)
    expect(ending).toEqual({ kind: 'passed' })
    expect(printedPids(output)).toHaveLength(3)
    expect(printedPids(output).filter(isRunning)).toEqual([])
  })

  test('is interrupted is ended with its children', async () => {
    const controller = new AbortController()
    const ready = signalFile()
    const script = `sleep 60 & echo pid $!; echo pid $$; : >${ready}; wait`
    const running = shell(script, { signal: controller.signal })
    await vi.waitUntil(() => existsSync(ready), { timeout: PATIENT_MS })
    controller.abort()
    const { ending, output } = await running
    expect(ending).toEqual({ kind: 'interrupted' })
    expect(printedPids(output)).toHaveLength(2)
    expect(printedPids(output).filter(isRunning)).toEqual([])
    expect((await shell('exit 0', { signal: controller.signal })).ending).toEqual({ kind: 'interrupted' })
  })
})
