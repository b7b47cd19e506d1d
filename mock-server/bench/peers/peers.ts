import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportSchemas } from '../../../schemas/export.ts'
import type { RecordedAnswer } from '../bare.ts'
import type { MeasuredRequest } from '../operations.ts'

/** A server of others that people mock an API with. */
export interface Peer {
  name: string
  /** As it is called once it is installed. */
  command: string
  /** It takes longer for each create that it was sent before. */
  isSlowedByCreates: boolean
  /** Writes what it serves into a folder, from what the mock answered; returns how it is started on a port. */
  prepare(folder: string, answers: readonly RecordedAnswer[]): (port: string) => string[]
  /** Where it has what comes nearest to a request to the mock. */
  pathOf(request: MeasuredRequest): string
}

const API = '/api/v1/external'
/** As many as the mock beside it has. */
export const INVOICES = 1000

export const PEERS: readonly Peer[] = [
  {
    name: 'json-server',
    command: 'json-server',
    isSlowedByCreates: true, // it writes its whole file anew
    prepare(folder, answers) {
      const file = join(folder, 'db.json')
      const invoices = Array.from({ length: INVOICES }, (_, at) => ({ ...invoiceIn(answers), id: at + 1 }))
      writeFileSync(file, JSON.stringify({ invoices }))
      return (port) => ['--host', '127.0.0.1', '--port', port, '--quiet', file]
    },
    pathOf({ name, path }) {
      const [, text = ''] = path.split('?q=')
      const paths: Readonly<Record<string, string>> = {
        'list of 25': '?_page=1&_limit=25',
        'read one': `/${INVOICES}`,
        search: `?q=${text}&_limit=20`,
      }
      return `/invoices${paths[name] ?? ''}`
    },
  },
  {
    name: 'Prism',
    command: 'prism',
    isSlowedByCreates: false,
    prepare(folder) {
      exportSchemas(folder)
      return (port) => ['mock', '--host', '127.0.0.1', '--port', port, join(folder, 'openapi.json')]
    },
    pathOf: ({ path }) => path.slice(API.length),
  },
  {
    name: 'WireMock',
    command: 'wiremock',
    isSlowedByCreates: false,
    prepare(folder, answers) {
      const mappings = answers.map(({ method, path, status, body }) => ({
        request: { method: method.toUpperCase(), urlPath: path },
        response: { status, body, headers: { 'content-type': 'application/json' } },
      }))
      mkdirSync(join(folder, 'mappings'), { recursive: true })
      writeFileSync(join(folder, 'mappings', 'answers.json'), JSON.stringify({ mappings }))
      const fast = ['--no-request-journal', '--disable-request-logging', '--use-chunked-encoding', 'never']
      return (port) => ['--bind-address', '127.0.0.1', '--port', port, '--root-dir', folder, ...fast]
    },
    pathOf: ({ path }) => path,
  },
]

function invoiceIn(answers: readonly RecordedAnswer[]): object {
  for (const { method, body } of answers) {
    const { invoice }: { invoice?: object } = JSON.parse(body)
    if (method === 'get' && invoice) return invoice
  }
  throw new Error('The mock was not asked for an invoice')
}
