import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { originOf } from './origin.ts'

/** A correct server with one fault, read-only: a search without q is no error. */
export interface SearchFault {
  base_url: string
  close(): void
}

/** @param base_url of the correct server, on loopback */
export async function startSearchFault(base_url: string): Promise<SearchFault> {
  const server = createServer((request, response) => void pass(base_url, request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    base_url: `${originOf(server)}${new URL(base_url).pathname}`,
    close: () => void server.close(),
  }
}

async function pass(base_url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', base_url)
  if (url.pathname.endsWith('/search') && !url.searchParams.has('q')) url.searchParams.set('q', 'zz')
  const headers = { 'x-auth-token': String(request.headers['x-auth-token'] ?? '') }
  const answer = await fetch(url, { headers })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(await answer.text())
}
