import { once } from 'node:events'
import { rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseInUse, isSystemError } from './errors.ts'

export interface Lock {
  release(): Promise<void>
}

/**
 * One database per directory, in this process and on this machine: whoever listens on the directory's local socket
 * has it. The operating system ends that with the process, however that dies, so there is no stale lock to judge.
 * The listener answers with its process id.
 */
export async function lockDirectory(directory: string): Promise<Lock> {
  const address = await addressOf(directory)
  for (let attempt = 1; attempt <= 10; attempt++) {
    const server = await listen(address)
    if (server !== null) return { release: () => close(server) }
    const answer = await ask(address)
    if (answer !== GONE) throw new DatabaseInUse(directory, Number(answer) || null)
    // The holder ended between the two questions; what it may leave behind is the socket's name.
    if (IS_FILE) await rm(address, { force: true })
  }
  throw new DatabaseInUse(directory, null)
}

const GONE = 'gone'
/** Linux has sockets and Windows has pipes without a file; elsewhere the name is a file, which a killed process leaves. */
const IS_FILE = process.platform !== 'linux' && process.platform !== 'win32'

async function addressOf(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory, { bigint: true })
  const name = `invoicing-kit-${dev}-${ino}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

async function listen(address: string): Promise<Server | null> {
  const server = createServer((socket) => {
    // One who asks and does not wait for the answer is no concern of ours.
    socket.on('error', () => socket.destroy())
    socket.end(String(process.pid))
  })
  try {
    server.listen({ path: address, exclusive: true })
    await once(server, 'listening')
    return server.unref()
  } catch (error) {
    if (isSystemError(error) && error.code === 'EADDRINUSE') return null
    throw error
  }
}

/** The holder's process id, GONE when there is no holder, or nothing when it did not answer within a second. */
function ask(address: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(address).setEncoding('utf8')
    socket.on('data', (text) => (answer += text))
    socket.on('error', () => resolve(GONE))
    socket.on('close', () => resolve(answer || GONE))
    socket.setTimeout(1000, () => {
      resolve('')
      socket.destroy()
    })
  })
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
