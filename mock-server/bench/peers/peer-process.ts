import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { freePort, type Probe, type ServerProcess } from '../server-process.ts'
import type { Peer } from './peers.ts'

/** What Linux counts the time of processes in, microseconds. */
const TICK = 10_000

/** What an installed peer says of its version; undefined where it is not installed. */
export function versionOf({ command }: Peer): string | undefined {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined
}

/** A peer in a process of its own, from its first answer on. */
export async function startPeer(
  { command }: Peer,
  argsFor: (port: string) => string[],
  probe: Probe,
): Promise<Pick<ServerProcess, 'port' | 'usage' | 'stop'>> {
  const port = await freePort()
  const child = spawn(command, argsFor(String(port)), { stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await answers(port, probe)))
    if (child.exitCode !== null) throw new Error(`${command} ended at its start`)
  const pid = child.pid ?? 0
  const others = { rssBytes: 0, heapBytes: 0, p99Milliseconds: 0, mostMilliseconds: 0 }
  return {
    port,
    usage: async () => ({ cpuMicroseconds: microsecondsOf(treeOf(pid)), ...others }),
    stop: () => stop(child),
  }
}

async function answers(port: number, { path, headers }: Probe): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => undefined)
  await answer?.arrayBuffer()
  if (answer?.status !== 200) await new Promise((resolve) => setTimeout(resolve, 50))
  return answer?.status === 200
}

/** Some commands only start another process, which is the server. */
async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  for (const { pid } of treeOf(child.pid ?? 0)) process.kill(pid, 'SIGTERM')
  await ended
}

interface Running {
  pid: number
  parent: number
  ticks: number
}

/** A process and all that it started. */
function treeOf(pid: number): Running[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? running(Number(name)) : []))
  const below = (parent: number): Running[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)])
  return [...all.filter((each) => each.pid === pid), ...below(pid)]
}

/** What `/proc` tells of a process; nothing once it has ended. */
function running(pid: number): Running[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, which comes before, may have any sign in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    return []
  }
}

const microsecondsOf = (processes: readonly Running[]): number =>
  processes.reduce((all, { ticks }) => all + ticks * TICK, 0)
