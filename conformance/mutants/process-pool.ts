import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** How long one order may take, in milliseconds. */
const PATIENCE_MS = 180_000

export interface PoolOptions<Order, Answer> {
  /** The script that each process runs: it answers each message by one message. */
  readonly script: string
  readonly jobs: number
  onAnswer(answer: Answer): void
  /** What stands for the answer of a process that ended, or that took too long and was ended. */
  failed(order: Order, why: string): Answer
}

/** Gives orders to several processes, each its next one when it has answered, and tells each answer as it comes. */
export async function inProcesses<Order extends object, Answer>(
  orders: readonly Order[],
  options: PoolOptions<Order, Answer>,
): Promise<void> {
  const waiting = [...orders]
  const work = async () => {
    let child = start(options.script)
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      options.onAnswer(await answered(child, order, options))
      if (child.exitCode !== null || child.killed) child = start(options.script)
    }
    child.kill()
  }
  await Promise.all(Array.from({ length: Math.min(options.jobs, orders.length) }, work))
}

const start = (script: string): ChildProcess => fork(script, { execArgv: ['--import', 'tsx'] })

async function answered<Order extends object, Answer>(
  child: ChildProcess,
  order: Order,
  { failed }: PoolOptions<Order, Answer>,
): Promise<Answer> {
  const done = new AbortController()
  const timer = setTimeout(() => child.kill(), PATIENCE_MS)
  const answer = once(child, 'message', done).then(([message]) => message as Answer)
  const end = once(child, 'exit', done).then(([code, signal]) =>
    failed(order, `the process ended with ${code ?? signal}`),
  )
  child.send(order)
  try {
    return await Promise.race([answer, end])
  } finally {
    clearTimeout(timer)
    done.abort()
    await Promise.allSettled([answer, end])
  }
}
