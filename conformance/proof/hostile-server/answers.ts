import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Behaviour, Visit } from './hostile-server.ts'

/** Sends an answer as it is. */
export async function pass({ response }: Visit, { status, headers, body }: Answer): Promise<void> {
  response.writeHead(status, lasting(headers)).end(body)
}

/** Headers that stay true of a body that was read. */
export const lasting = (headers: Answer['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name)))
const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length)$/

/** As the server behind answers, but where `when` says so. */
export const only =
  (when: (visit: Visit) => boolean, behaviour: Behaviour): Behaviour =>
  async (visit) =>
    when(visit) ? behaviour(visit) : pass(visit, await visit.behind())

export const isWrite = ({ method }: Visit) => method !== 'GET'
export const isCreation = ({ method, path }: Visit) =>
  method === 'POST' && /\/(templates|customers)$/.test(path)

/** Does what was asked, and answers one byte at a time. */
export const drips: Behaviour = async (visit) => {
  const { status, headers, body } = await visit.behind()
  const { response } = visit
  response.writeHead(status, lasting(headers))
  for (const byte of body.length > 0 ? body : Buffer.from('   ')) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await sleep(60)
  }
  response.end()
}

/** Does what was asked, and never answers. */
export const hangs: Behaviour = async (visit) => void (await visit.behind())

/** Does what was asked, and closes the connection. */
export const closes: Behaviour = async (visit) => {
  await visit.behind()
  visit.response.destroy()
}

/** Does what was asked, and cuts the answer in the middle. */
export const cuts: Behaviour = async (visit) => {
  const { status, headers, body } = await visit.behind()
  visit.response.writeHead(status, { ...lasting(headers), 'content-length': body.length + 1 })
  visit.response.write(body.subarray(0, body.length / 2))
  visit.response.destroy()
}

/** The same bytes whatever was asked. */
export const always =
  (status: number, headers: Record<string, string>, body: string | Buffer): Behaviour =>
  async ({ response }) =>
    void response.writeHead(status, headers).end(body)

const JSON_TYPE = { 'content-type': 'application/json' }
export const alwaysJson = (status: number, body: unknown): Behaviour =>
  always(status, JSON_TYPE, typeof body === 'string' ? body : JSON.stringify(body))

/** Every JSON answer of the server behind as text, changed. */
export const rewritten =
  (
    change: (text: string, visit: Visit) => string | Buffer,
    headers: Record<string, string> = {},
  ): Behaviour =>
  async (visit) => {
    const answer = await visit.behind()
    if (!/json/.test(answer.headers['content-type'] ?? '')) return pass(visit, answer)
    const body = Buffer.from(change(answer.body.toString(), visit))
    visit.response
      .writeHead(answer.status, { ...JSON_TYPE, ...headers, 'content-length': body.length })
      .end(body)
  }

/** Every answer with values replaced, wherever they stand. */
export const replaced = (replace: (value: unknown, field: string) => unknown): Behaviour =>
  rewritten((text) => JSON.stringify(within(JSON.parse(text), '', replace)))

function within(value: unknown, field: string, replace: (value: unknown, field: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => within(item, field, replace))
  if (typeof value !== 'object' || value === null) return replace(value, field)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, within(inner, name, replace)]),
  )
}
