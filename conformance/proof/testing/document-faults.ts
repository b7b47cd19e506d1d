import { createServer } from 'node:http'
import { once } from 'node:events'
import { createApp, PARTS, type Parts } from '../../../mock-server/index.ts'
import type { ApiRequest, Handler } from '../../../mock-server/seams.ts'
import { parseTarget } from '../../server/load-target.ts'
import type { Target } from '../../server/target.ts'
import { originOf } from './origin.ts'

/** A mock whose documents or downloads are broken. */
export interface DocumentFault {
  parts?: Partial<Parts>
  /** The download URL that is served for the one asked for; all URLs that were given out are known to it. */
  serves?(asked: URL, given: readonly URL[]): URL
}

/** Starts the mock with a fault, for the time of a run. */
export async function startBroken({
  parts = {},
  serves,
}: DocumentFault): Promise<{ target: Target; close(): Promise<void> }> {
  const given: URL[] = []
  const mock = await createApp({
    scenario: 'default',
    seed: 1,
    ...parts,
    reply: remembering(parts.reply ?? PARTS.reply, given),
  })
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const { pathname, search } =
      asked.pathname.startsWith('/documents/') && serves ? serves(asked, given) : asked
    request.url = pathname + search
    mock.app(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = originOf(server)
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await mock.close()
  }
  return {
    target: parseTarget(JSON.parse(JSON.stringify(mock.target).replaceAll('"/', `"${origin}/`))),
    close,
  }
}

/** Remembers the download URLs that go out. */
function remembering(reply: Parts['reply'], given: URL[]): Parts['reply'] {
  return (result, exchange) => {
    const answer = reply(result, exchange)
    const [, url] = /"pdf_url":"([^"]+)"/.exec(String(answer.body)) ?? []
    if (url && URL.canParse(url)) given.push(new URL(url))
    return answer
  }
}

type Pdf = (request: ApiRequest, handler: Handler) => ReturnType<Handler>

/** GET pdf in another way. */
export const pdfHandler = (answer: Pdf): DocumentFault => ({
  parts: {
    handlers: {
      ...PARTS.handlers,
      readInvoicePdf: (request) => answer(request, PARTS.handlers.readInvoicePdf),
    },
  },
})
