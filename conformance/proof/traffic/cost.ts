import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool } from 'undici'
import { changing, fresh, same, type Load } from './loads.ts'
import type { Usage } from './usage.ts'

const here = (file: string) => join(import.meta.dirname, file)
const BARE = [here('bare-proxy.ts')]
/** As it is shipped. */
const JUDGING = [here('../../../dist/cli.js'), 'conformance', 'proxy', '--quiet']
const USAGE = pathToFileURL(here('usage.ts')).href

const CONNECTIONS = 8
const ROUNDS = 5
/**
 * What is compiled only when it was called often costs less from then on: one request in ten writes, and is compiled last. A
 * proxy stands for days.
 */
const FIRST = 30_000
const REQUESTS = 1000

/** What a proxy that judges takes beside a bare one. */
export interface Cost {
  load: string
  /** Microseconds of CPU a request, the median of the rounds. */
  bare_us: number
  judging_us: number
  /** The median of the rounds' ratios. */
  ratio: number
  rss: number
}

const LOADS = { repeated: same, changing: changing, new: fresh } as const

/** Measures both in turn, in one run. */
export async function* measureCost(): AsyncGenerator<Cost> {
  for (const [load, start] of Object.entries(LOADS)) yield measured(load, await start())
}

async function measured(name: string, load: Load): Promise<Cost> {
  const proxies = [await Measured.start(BARE, load), await Measured.start(JUDGING, load)] as const
  for (const proxy of proxies) await proxy.take(FIRST)
  const rounds: (readonly [number, number])[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await proxies[0].take(REQUESTS), await proxies[1].take(REQUESTS)])
  const { rss } = await proxies[1].usage()
  for (const proxy of proxies) await proxy.stop()
  await load.close()
  return {
    load: name,
    bare_us: median(rounds.map(([bare]) => bare)),
    judging_us: median(rounds.map(([, judging]) => judging)),
    ratio: median(rounds.map(([bare, judging]) => judging / bare)),
    rss,
  }
}

/** A proxy in a process of its own. */
class Measured {
  #sent = 0
  readonly #child: ChildProcess
  readonly #pool: Pool
  readonly #load: Load
  readonly #base: string

  private constructor(child: ChildProcess, base_url: string, load: Load) {
    this.#child = child
    this.#load = load
    const { origin, pathname } = new URL(base_url)
    this.#base = pathname
    this.#pool = new Pool(origin, { connections: CONNECTIONS })
  }

  static async start(command: readonly string[], load: Load): Promise<Measured> {
    const [script = '', ...args] = command
    const child = fork(script, [...args, '--target', load.base_url], {
      execArgv: ['--import', 'tsx', '--import', USAGE],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    if (!child.stderr) throw new Error('It has a pipe')
    const [line] = (await once(child.stderr, 'data')) as [Buffer] // its first line
    const [base_url = ''] = /http:\S+/.exec(String(line)) ?? []
    return new Measured(child, base_url, load)
  }

  /** Sends so many, some at once; the CPU that one took. */
  async take(requests: number): Promise<number> {
    const before = await this.usage()
    const end = this.#sent + requests
    const work = async () => {
      while (this.#sent < end) await this.#send(this.#sent++)
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, work))
    return ((await this.usage()).cpu_us - before.cpu_us) / requests
  }

  async usage(): Promise<Usage> {
    this.#child.send('usage')
    const [usage] = (await once(this.#child, 'message')) as [Usage] // what it is asked for
    return usage
  }

  async stop(): Promise<void> {
    await this.#pool.close()
    this.#child.kill('SIGTERM')
    await once(this.#child, 'exit')
  }

  async #send(n: number): Promise<void> {
    const { method, path, body = null } = this.#load.request(n)
    const { statusCode, body: answer } = await this.#pool.request({
      method: method as 'GET', // one of those that the client knows
      path: this.#base + path,
      headers: { 'x-auth-token': this.#load.key, ...(body && { 'content-type': 'application/json' }) },
      body,
    })
    await answer.arrayBuffer()
    if (statusCode >= 300) throw new Error(`${method} ${path} was answered ${statusCode}`)
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
