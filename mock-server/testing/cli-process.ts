import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { FRONT_DOOR } from '../../schemas/testing/front-door.ts'

/** What `mock --json` prints when it is ready. */
interface Ready {
  base_url: string
  admin_url: string
  stores: { name: string; plan: string; api_key: string }[]
  pid: number
}

export interface MockProcess extends Ready {
  child: ChildProcess
  /** Ends it by the signal; resolves to its exit code, or the signal where it had no say. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | string>
}

/** Starts `invoicing-kit mock --json --port 0` with these arguments, and waits until it is ready. */
export async function startMockProcess(args: string[], command = FRONT_DOOR): Promise<MockProcess> {
  const child = spawn(process.execPath, [...command, 'mock', '--json', '--port', '0', ...args])
  const errors = text(child.stderr)
  // With many stores it is longer than what comes at once.
  const line = once(createInterface(child.stdout), 'line')
  const exit = once(child, 'exit')
  const [output] = await Promise.race([line, exit])
  if (typeof output !== 'string') throw new Error(`The mock ended at its start: ${await errors}`)
  const end: MockProcess['end'] = async (signal) => {
    child.kill(signal)
    await exit
    return child.exitCode ?? child.signalCode ?? 'unknown'
  }
  const ready: Ready = JSON.parse(output)
  return { ...ready, child, end }
}

/** Runs the front door to its end. */
export function runFrontDoor(args: string[], command = FRONT_DOOR) {
  return toTheEnd(spawn(process.execPath, [...command, ...args]))
}

/** Starts a mock that is to be refused: one that says that it is ready is ended at once. */
export function runRefused(args: string[]) {
  const child = spawn(process.execPath, [...FRONT_DOOR, 'mock', '--json', '--port', '0', ...args])
  child.stdout.once('data', () => child.kill())
  return toTheEnd(child)
}

async function toTheEnd(child: ChildProcessWithoutNullStreams) {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code: Number(code) }
}
