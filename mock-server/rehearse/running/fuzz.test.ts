import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seededShare } from '../../faults/seeded.ts'
import { runCommand } from './run-command.ts'

/** Long enough for whatever ends by itself, and what is short is so for what never does. */
const PATIENT_MS = 60_000
const SHORT_MS = 300

/** What commands do that nobody thought of: lines of a shell. */
const DOES = [
  'echo words',
  String.raw`printf '\377\033[2J\000::error::\r\n'`,
  'head -c 3000000 /dev/zero',
  'head -c 3000000 /dev/zero | tr "\\0" "\\n" >&2',
  'sleep 60 &',
  '(sleep 60 & sleep 60 &)',
  "(trap '' HUP INT TERM; exec setsid sleep 60) &",
  'nohup sleep 60 >/dev/null 2>&1 &',
  'sleep 60 & kill -STOP $!',
  'yes &',
  "trap '' TERM INT HUP",
  'exec 1>&-',
  'exec 2>&-',
  'read line',
  'cat',
  'stty size </dev/tty',
  'cd /',
  'ulimit -n 16',
]

const ENDS: readonly (readonly [string, object])[] = [
  ['exit 0', { kind: 'passed' }],
  ['exit 3', { kind: 'failed', exit_code: 3 }],
  ['kill -KILL $$', { kind: 'crashed', signal: 'SIGKILL' }],
  ['kill -SEGV $$', { kind: 'crashed', signal: 'SIGSEGV' }],
  ['while :; do sleep 0.05; done', { kind: 'timed_out', after_ms: SHORT_MS }],
]

/** What still runs of all that was started with this in its environment. */
const running = (mark: string): string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(mark))

function environmentOf(pid: string): string {
  try {
    const isOver = /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    return isOver ? '' : readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

const picked = <T>(from: readonly T[], seed: string): T[] =>
  from.filter((_, at) => seededShare(`${seed} ${at}`) < 0.3)

/** COMMAND_ROUNDS=300 tries more. */
const ROUNDS = Array.from({ length: Number(process.env['COMMAND_ROUNDS'] ?? 5) }, (_, round) => round)

test.runIf(process.platform === 'linux').each(ROUNDS)(
  'whatever a command does, it is told how it ended, and nothing of it is left (round %i)',
  async (round) => {
    const [end, ending] = ENDS[round % ENDS.length] ?? ['exit 0', { kind: 'passed' }]
    const script = [...picked(DOES, `commands ${round}`), end].join('\n')
    const mark = randomUUID()
    const ran = await runCommand({
      command: ['sh', '-c', script],
      env: { ...process.env, FUZZED: mark },
      timeout_ms: 'after_ms' in ending ? SHORT_MS : PATIENT_MS,
      signal: new AbortController().signal,
      grace_ms: 100,
    })
    expect({ script, ...ran.ending }).toEqual({ script, ...ending })
    expect(running(mark)).toEqual([])
    expect(ran.output.length).toBeLessThan(70_000)
  },
)
