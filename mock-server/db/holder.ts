import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { isSystemError } from './system-error.ts'

/** What is held until it is released. */
export interface Lock {
  release(): Promise<void>
}

/** Who holds a lock, as it says itself. */
export interface Holder {
  /** As it is called where it runs, which may be another container. */
  readonly pid: number
  readonly host: string
  readonly isThisProcess: boolean
}

/** What comes of asking: somebody listens (null: who says nothing), nobody does any more, or there is no such address. */
export type Asked = { readonly holder: Holder | null } | 'stale' | 'gone'

/** How long a holder may take to say who it is, in milliseconds; that it listens is known before. */
const PATIENCE_MS = 1000

const THIS_PROCESS = randomUUID()

/** Listens at the address and tells whoever asks who we are; does not keep the process alive. */
export async function listen(address: string): Promise<Server> {
  const server = createServer((socket) => {
    // One who asks and does not wait for the answer is no concern of ours.
    socket.on('error', () => socket.destroy())
    socket.end(`${process.pid} ${THIS_PROCESS} ${hostname()}`)
  })
  server.listen({ path: address, exclusive: true })
  await once(server, 'listening')
  // Nor is one whose question cannot be taken, as long as we listen.
  return server.on('error', () => {}).unref()
}

export async function hangUp(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}

/** Whether somebody listens at the address is for the operating system to say, who it is for the one who listens. */
export function ask(address: string): Promise<Asked> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(address).setEncoding('utf8')
    socket.on('data', (text) => (answer += text))
    socket.on('error', (error) => resolve(meaningOf(error)))
    // One who closes without a word has ended since.
    socket.on('close', () => resolve(answer === '' ? 'gone' : { holder: holderOf(answer) }))
    socket.setTimeout(PATIENCE_MS, () => {
      resolve({ holder: null })
      socket.destroy()
    })
  })
}

/** What is unknown counts as held: better refused than written by two. */
function meaningOf(error: Error): Asked {
  const code = isSystemError(error) ? error.code : ''
  // Who hangs up unasked held nothing: a child between fork and exec, which has copies of all that its parent had open.
  if (code === 'ENOENT' || code === 'ECONNRESET' || code === 'EPIPE') return 'gone'
  return code === 'ECONNREFUSED' || code === 'ENOTSOCK' ? 'stale' : { holder: null }
}

function holderOf(answer: string): Holder | null {
  const [pid, process, ...host] = answer.split(' ')
  if (!Number(pid)) return null
  return { pid: Number(pid), host: host.join(' '), isThisProcess: process === THIS_PROCESS }
}
