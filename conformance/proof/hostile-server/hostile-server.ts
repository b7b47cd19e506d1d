import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { originOf } from '../testing/origin.ts'

/** An answer of the server behind. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** One request to the hostile server, and what it may do with it. */
export interface Visit {
  readonly method: string
  readonly path: string
  /** The key that was sent. */
  readonly key: string
  /** The body that was sent, as text. */
  readonly sent: string
  /** Counts the requests, from 1. */
  readonly n: number
  readonly response: ServerResponse
  /** Lets the server behind do it; what it answers is not sent yet. */
  behind(): Promise<Answer>
}

/** What a hostile server does with a request. */
export type Behaviour = (visit: Visit) => Promise<void>

export interface HostileServer {
  base_url: string
  close(): Promise<void>
}

/** Starts a server that behaves so, in front of a correct one on loopback. */
export async function startHostileServer(behind: string, behaviour: Behaviour): Promise<HostileServer> {
  let requests = 0
  const server = createServer((request, response) => {
    const n = ++requests
    void visit(request, response, n, behind, behaviour).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base_url: `${originOf(server)}${new URL(behind).pathname}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function visit(
  request: IncomingMessage,
  response: ServerResponse,
  n: number,
  behind: string,
  behaviour: Behaviour,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const { method = 'GET', url = '/', headers } = request
  const body = Buffer.concat(chunks)
  const forwarded = { method, headers: headersOf(headers), ...(body.length > 0 && { body }) }
  const address = new URL(behind).origin + url
  await behaviour({
    method,
    path: url,
    key: String(headers['x-auth-token'] ?? ''),
    sent: body.toString(),
    n,
    response,
    behind: async () => {
      const answer = await fetch(address, { ...forwarded, redirect: 'manual' })
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      }
    },
  })
}

const headersOf = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(
    ['x-auth-token', 'content-type', 'accept']
      .filter((name) => headers[name] !== undefined)
      .map((name) => [name, String(headers[name])]),
  )
