import { setFlagsFromString } from 'node:v8'
import { useColors } from '../../schemas/command-line/use-colors.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { codeOf, messageOf } from '../../schemas/thrown.ts'
import { exitCode } from '../reports/conclusion.ts'
import { loadTarget, parseTarget } from '../server/load-target.ts'
import type { Target } from '../server/target.ts'
import { Desk } from '../traffic/desk/desk.ts'
import { serveDesk } from '../traffic/desk/serve.ts'
import { startProxy, type Over, type ProxyOptions } from '../traffic/proxy/proxy.ts'
import { Traffic } from '../traffic/traffic.ts'
import { besideOf, headOf, reportOn, type PassingFlags } from './passing.ts'
import { isTelling, maskOf, passingLines } from './passing-line.ts'
import { reported } from './reported.ts'

export interface ProxyFlags extends PassingFlags {
  target: string
  port?: number
  deskPort?: number
  host?: string
  report: string[]
  shared?: true
  quiet?: true
  fail?: true
}

/** `conformance proxy`: stands in front of a deployment until it is ended, and judges what passes. */
export async function proxyCommand(flags: ProxyFlags): Promise<number> {
  const target = await targetOf(flags.target)
  let code = 0
  let traffic: Traffic
  const work = async () => {
    traffic = await Traffic.open({ target, shared: flags.shared ?? false })
    const started_at = Date.now()
    try {
      await serving(traffic, flags)
    } finally {
      await traffic.close()
    }
    const report = reportOn(traffic, started_at, {
      head: headOf(target.base_url),
      full_data: flags.fullData ?? false,
    })
    if (flags.fail && exitCode(report) === 1) code = 1
    return report
  }
  await reported(
    flags.report,
    headOf(target.base_url),
    work,
    besideOf(flags, () => traffic),
  )
  return code
}

/** Passes on, and shows what passed, until it is ended. */
async function serving(traffic: Traffic, flags: ProxyFlags): Promise<void> {
  // Hardly anything of an answer outlives it: threads that help to collect what does cost more than they spare.
  setFlagsFromString('--no-parallel-scavenge')
  // What the journal keeps for a while looks as if it stayed. As much may gather beside what stays as V8 itself allows large
  // heaps; left alone, it looks through a small one so often that this takes a tenth of all CPU.
  setFlagsFromString('--heap-growing-percent=300')
  const desk = new Desk(traffic)
  const options = { traffic, ...hostOf(flags), ...linesOf(traffic, flags) }
  const onOver = (over: Over) => desk.note(over)
  const proxy = await listening(flags.port, (port = 0) => startProxy({ ...options, port, onOver }))
  try {
    const served = await listening(flags.deskPort, (port) => serveDesk(desk, port))
    process.stderr.write(
      `${proxy.base_url} passes on to ${traffic.target.base_url}; Ctrl-C ends it.\n${served.url} shows requests, events and coverage.\n`,
    )
    await ended()
    await served.close()
  } finally {
    await proxy.close()
  }
}

/** A target file, where one is served, or the address of the deployment itself. */
async function targetOf(target: string): Promise<Target> {
  const isFile = !/^https?:\/\//.test(target) || /(\/target|\.json)$/.test(target)
  return isFile ? loadTarget({ target }) : deployment(target)
}

/** A deployment whose keys its clients bring. */
export const deployment = (base_url: string): Target => ({
  ...parseTarget({ base_url, api_key: 'of the clients' }),
  api_key: '',
})

const hostOf = ({ host }: ProxyFlags) => (host === undefined ? {} : { host })

async function listening<T>(port: number | undefined, start: (port?: number) => Promise<T>): Promise<T> {
  try {
    return await start(port)
  } catch (error) {
    const why = codeOf(error) === 'EADDRINUSE' ? 'something listens there already' : messageOf(error)
    throw new UsageError(`cannot listen at port ${port ?? 0}: ${why}`)
  }
}

/** The live view. */
function linesOf(
  traffic: Traffic,
  { quiet, fullData }: ProxyFlags,
): Pick<ProxyOptions, 'onJudged' | 'onPassed' | 'onFault'> {
  const colors = useColors(process.stdout)
  const shown = maskOf(traffic, fullData)
  const print = (line: string) => process.stdout.write(`${colored(line, colors)}\n`)
  return {
    onJudged(judged) {
      if (!quiet || isTelling(judged)) for (const line of passingLines(judged, shown)) print(line)
    },
    onPassed: (line) => (quiet ? undefined : print(line)),
    onFault: (says) => process.stderr.write(`a fault of the suite: ${says}\n`),
  }
}

const colored = (line: string, colors: boolean): string =>
  colors && line.startsWith('  ✗') ? `\u001B[31m${line}\u001B[39m` : line

/** The first Ctrl-C or SIGTERM; a second one ends the process at once, as without us. */
function ended(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve())
  })
}
