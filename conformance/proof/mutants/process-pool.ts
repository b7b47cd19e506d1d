import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Unless told otherwise, a process that says nothing for so long hangs; one that works says so again and again, on the slowest machine. */
const SILENCE_MS = 10 * 60_000

export interface PoolOptions<Order, Answer> {
  /** The script that each process runs: it calls `serveOrders`. */
  readonly script: string
  readonly jobs: number
  /** A process that says nothing for so long is ended. */
  readonly silence_ms?: number
  /** Each order has a process of its own. */
  readonly renewed?: boolean
  onAnswer(answer: Answer): void
  /** What stands for the answer of a process that ended, or that was ended since it hung. */
  failed(order: Order, why: string): Answer
}

/** What a process sends: that it is still at work, or its answer. */
type Message<Answer> = { working: true } | { answer: Answer }

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
      if (options.renewed) child.kill()
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
  { failed, silence_ms = SILENCE_MS }: PoolOptions<Order, Answer>,
): Promise<Answer> {
  const done = new AbortController()
  const end = once(child, 'exit', done).then(([code, signal]) =>
    failed(order, `the process ended with ${code ?? signal}`),
  )
  child.send(order)
  try {
    return await Promise.race([answerOf<Answer>(child, silence_ms, done.signal), end])
  } finally {
    done.abort()
    await Promise.allSettled([end])
  }
}

/** The answer of a process, which is ended when it falls silent before. */
function answerOf<Answer>(child: ChildProcess, silence_ms: number, done: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const silence = setTimeout(() => child.kill('SIGKILL'), silence_ms)
    const hear = (message: Message<Answer>) => {
      if ('answer' in message) resolve(message.answer)
      else silence.refresh()
    }
    child.on('message', hear)
    done.addEventListener('abort', () => {
      clearTimeout(silence)
      child.off('message', hear)
    })
  })
}

/**
 * The other end: answers each order that this process is sent, one after the other, and ends with the one who orders.
 * `working` is to be called again and again while it lasts.
 */
export function serveOrders<Order, Answer>(
  answer: (order: Order, working: () => void) => Promise<Answer>,
): void {
  const say = (message: Message<Answer>) => process.connected && process.send?.(message)
  process.on('disconnect', () => process.exit())
  process.on('message', (order: Order) => {
    void answer(order, () => say({ working: true })).then((whole) => say({ answer: whole }))
  })
}
