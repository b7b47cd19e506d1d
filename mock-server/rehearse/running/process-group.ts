import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 20

/** Marks all that a command starts, by their environment: what leaves its group is found by it. */
const MARK = 'INVOICING_KIT_REHEARSED'

const living = new Set<ProcessGroup>()
let isHeeded = false

/** Whatever ends this process, what it started goes with it; only nothing can be waited for by then. */
function heedExit(): void {
  if (isHeeded) return
  isHeeded = true
  process.on('exit', () => {
    for (const group of living) group.kill('SIGKILL')
  })
}

/** A command with all the processes that it starts, in a session of its own: it has no terminal, and no Ctrl-C reaches it. */
export class ProcessGroup {
  readonly child: ChildProcess
  readonly #mark = randomUUID()

  constructor([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
    heedExit()
    this.child = spawn(program, args, {
      detached: true,
      env: { ...env, [MARK]: this.#mark },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (this.child.pid !== undefined) living.add(this)
  }

  /** What it prints. */
  get streams(): Readable[] {
    return [this.child.stdout, this.child.stderr].filter((stream) => stream !== null)
  }

  /** Ends all of them: asks first, and waits so many milliseconds. */
  async end(grace_ms: number): Promise<void> {
    this.kill('SIGTERM')
    const begun = performance.now()
    while (this.#isAlive && performance.now() - begun < grace_ms) await sleep(LOOK_MS)
    this.kill('SIGKILL')
    living.delete(this)
  }

  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.child
    if (pid === undefined) return
    // Windows has no groups.
    send(process.platform === 'win32' ? pid : -pid, signal)
    for (const { pid: other } of this.#members) send(other, signal)
  }

  get #isAlive(): boolean {
    const { pid } = this.child
    if (pid === undefined) return false
    return process.platform === 'linux' ? this.#members.length > 0 : send(-pid, 0)
  }

  /** Those of the group, and those that left it. */
  get #members(): Process[] {
    const mark = `${MARK}=${this.#mark}`
    return processes().filter(
      ({ group, environment }) => group === this.child.pid || environment.includes(mark),
    )
  }
}

/** Whether there was one to send it to. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

interface Process {
  pid: number
  group: number
  environment: string
}

/** What runs, where the system tells it. */
function processes(): Process[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(name) ?? [])
}

/** undefined for one that has ended, though perhaps nobody has asked after it, or is another user's. */
function processOf(pid: string): Process | undefined {
  try {
    // Its name, in parentheses, may hold anything; after it stand state, parent and group.
    const [state = '', , group = ''] =
      readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    if (/[ZX]/.test(state)) return undefined
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
    return { pid: Number(pid), group: Number(group), environment }
  } catch {
    return undefined
  }
}
