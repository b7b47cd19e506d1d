import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { relative } from 'node:path'

/** Longer addresses of sockets are cut without a word. */
const LONGEST_ADDRESS = 100

/** The code of a refusal for that. */
export const TOO_LONG = 'ENAMETOOLONG'

/** The shorter way to the file. */
export function addressOf(file: string): string {
  const from_here = relative(process.cwd(), file)
  return from_here.length < file.length ? from_here : file
}

/** What stands for a socket file on Windows. */
export const pipeOf = (run: string) => `\\\\.\\pipe\\invoicing-kit-conformance-${run}`

/** A server that keeps nothing running; null where the file system or the name does not allow it. */
export async function listening(address: string): Promise<Server | null> {
  if (Buffer.byteLength(address) > LONGEST_ADDRESS) return null
  const server = createServer((socket) => socket.destroy())
  try {
    server.listen(address)
    await once(server, 'listening')
    return server.unref()
  } catch {
    return null
  }
}

/** The code of the error with which a connection is refused; null when it is taken. */
export function refusalOf(address: string): Promise<string | null> {
  if (Buffer.byteLength(address) > LONGEST_ADDRESS) return Promise.resolve(TOO_LONG)
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy()
      resolve(null)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
  })
}
