import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { portOf } from '../connections.ts'
import type { Question, Usage } from './meter.ts'

const besides = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const CLI = besides('../../cli.js')
const BARE = besides('bare.js')
const FLOOR = besides('floor.js')
const METER = new URL('meter.js', import.meta.url).href

/** A server in a process of its own that tells what it uses. */
export interface ServerProcess {
  port: number
  /** From its start until it first answered, in milliseconds. */
  startMilliseconds: number
  usage(question: Question): Promise<Usage>
  stop(): Promise<void>
}

/** @param flags further ones of the command */
export function startMock(data: string, probe: Probe, flags: readonly string[] = []): Promise<ServerProcess> {
  const args = ['mock', '--json', '--data', data, ...flags]
  return start((port) => ({ file: CLI, args: [...args, '--port', port] }), probe)
}

/** One with fresh data of the scenario `default`, which it keeps in memory. */
export function startFresh(probe: Probe): Promise<ServerProcess> {
  return start((port) => ({ file: CLI, args: ['mock', '--json', '--memory', '--port', port] }), probe)
}

export function startBare(answersFile: string, probe: Probe): Promise<ServerProcess> {
  return start((port) => ({ file: BARE, args: [port, answersFile] }), probe)
}

export function startFloor(answersFile: string, probe: Probe): Promise<ServerProcess> {
  return start((port) => ({ file: FLOOR, args: [port, answersFile] }), probe)
}

/** The request whose first answer with a status ends the start. */
export interface Probe {
  path: string
  headers: Record<string, string>
  /** Left out: 200. */
  status?: number
}

async function start(
  command: (port: string) => { file: string; args: string[] },
  probe: Probe,
): Promise<ServerProcess> {
  const port = await freePort()
  const { file, args } = command(String(port))
  const begun = performance.now()
  const child = fork(file, args, {
    execArgv: ['--import', METER],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await firstAnswer(child, port, probe)
  const startMilliseconds = performance.now() - begun
  return { port, startMilliseconds, usage: (question) => usageOf(child, question), stop: () => stop(child) }
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

async function firstAnswer(
  child: ChildProcess,
  port: number,
  { path, headers, status = 200 }: Probe,
): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === status) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error(`A measured server ended at its start (exit code ${child.exitCode})`)
}

async function usageOf(child: ChildProcess, question: Question): Promise<Usage> {
  child.send(question)
  const told = await once(child, 'message')
  return told[0]
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
