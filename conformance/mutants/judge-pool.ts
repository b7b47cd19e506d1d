import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Judgement } from './judge-mutant.ts'
import type { Order } from './judge-process.ts'

/** How long a mutant may take, in milliseconds. */
const PATIENCE_MS = 180_000

/** Judges each id (null: the correct mock) in one of several processes, and tells each judgement as it comes. */
export async function judgeAll(
  ids: readonly (string | null)[],
  { seed, jobs, onJudged }: { seed: number; jobs: number; onJudged(judgement: Judgement): void },
): Promise<void> {
  const waiting = [...ids]
  const work = async () => {
    let child = judgeProcess()
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      onJudged(await judged(child, { id, seed }))
      if (child.exitCode !== null || child.killed) child = judgeProcess()
    }
    child.kill()
  }
  await Promise.all(Array.from({ length: Math.min(jobs, ids.length) }, work))
}

const judgeProcess = (): ChildProcess =>
  fork(join(import.meta.dirname, 'judge-process.ts'), { execArgv: ['--import', 'tsx'] })

/** What a process answers; an error when it ends or is ended instead. */
async function judged(child: ChildProcess, order: Order): Promise<Judgement> {
  const done = new AbortController()
  const timer = setTimeout(() => child.kill(), PATIENCE_MS)
  const answer = once(child, 'message', done).then(([judgement]) => judgement as Judgement)
  const end = once(child, 'exit', done).then(([code, signal]) => died(order, `ended with ${code ?? signal}`))
  child.send(order)
  try {
    return await Promise.race([answer, end])
  } finally {
    clearTimeout(timer)
    done.abort()
    await Promise.allSettled([answer, end])
  }
}

const died = ({ id }: Order, why: string): Judgement => ({
  id: id ?? '',
  outcome: 'error',
  by: [`the process ${why}`],
  requests: 0,
  ms: PATIENCE_MS,
})
