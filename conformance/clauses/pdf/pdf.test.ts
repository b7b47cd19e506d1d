import { describe, expect, test } from 'vitest'
import { PARTS } from '../../../mock-server/index.ts'
import type { ApiRequest, DocumentRecord, InvoiceRecord } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { run } from '../../run/run.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { parseTarget } from '../../server/load-target.ts'
import type { Target } from '../../server/target.ts'
import { pdfHandler, startBroken, type DocumentFault } from '../../proof/testing/document-faults.ts'

const CLAUSES: readonly ClauseId[] = [
  'pdf.envelope',
  'pdf.download',
  'pdf.download-without-key',
  'pdf.shows-invoice',
  'pdf.signed',
  'pdf.unknown',
  'pdf.template-unknown',
  'pdf.on-demand',
  'pdf.template',
  'pdf.template-used',
  'pdf.packing-slip',
  'pdf.packing-slip-inferred',
  'pdf.both-retained',
  'create.generate-pdf',
  'create.packing-slip',
  'create.packing-slip-inferred',
  'regenerate.pdf',
  'regenerate.packing-slip',
]

async function outcomes(target: Target, clauses: readonly ClauseId[]): Promise<{ [clause: string]: string }> {
  const { verdicts } = await run(target, { clauses, seed: 1 })
  const judged = verdicts.filter(({ clause }) => clauses.includes(clause))
  return Object.fromEntries(
    judged.map(({ clause, outcome, reason }) => [clause, reason ? `${outcome}: ${reason}` : outcome]),
  )
}

const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test('every clause of documents passes on the mock', async () => {
  const { target, close } = await startBroken({})
  expect(await outcomes(target, CLAUSES)).toEqual(allPass)
  await close()
})

test('every clause passes on a server that redirects, signs paths and makes each document anew', async () => {
  const server = await startPlainServer({ profile: 'lenient' })
  expect(await outcomes(parseTarget(server.target), CLAUSES)).toEqual(allPass)
  await server.close()
})

/** Bytes changed on their way out. */
const bytes = (change: (pdf: Buffer) => Buffer): DocumentFault => ({
  parts: { render: async (source) => change(await PARTS.render(source)) },
})

/** GET pdf with another query than was sent. */
const asking = (query: (query: Record<string, unknown>) => object): DocumentFault =>
  pdfHandler((request, handler) => handler({ ...request, query: { ...query(request.query) } }))

/** The answer of GET pdf with other members. */
const naming = (change: (invoice: Record<string, unknown>) => object): DocumentFault =>
  pdfHandler((request, handler) => {
    const answer = handler(request)
    return {
      ...answer,
      body: { invoice: change((answer.body as { invoice: Record<string, unknown> }).invoice) },
    }
  })

const ownDocuments = ({ context, params }: ApiRequest): DocumentRecord[] => {
  const invoice = invoiceOf({ context, params })
  return invoice ? context.store.indexes.documentsByInvoice.all(invoice.id) : []
}
const invoiceOf = ({ context, params }: Pick<ApiRequest, 'context' | 'params'>): InvoiceRecord | undefined =>
  [...context.store.invoices.values()].find(({ slug }) => slug === params.slug)

/** GET pdf serves a stored document that this picks, where it picks one. */
const picking = (
  pick: (documents: DocumentRecord[], request: ApiRequest) => DocumentRecord | undefined,
): DocumentFault =>
  pdfHandler((request, handler) => {
    const answer = handler(request)
    const picked = pick(ownDocuments(request), request)
    if (!picked) return answer
    const { invoice } = answer.body as { invoice: object }
    return { ...answer, body: { invoice: { ...invoice, pdf_url: request.documentUrl(picked) } } }
  })

const isSlip = ({ query, context }: ApiRequest) =>
  query['packing_slip'] === true ||
  context.store.templates.get(Number(query['template_id']))?.template_type === 'packing_slip'

const kindAsked = (request: ApiRequest) => (isSlip(request) ? 'packing_slip' : 'invoice')

/** The creation with another body than was sent. */
const creating = (change: (body: Record<string, unknown>) => object): DocumentFault => ({
  parts: {
    handlers: {
      ...PARTS.handlers,
      createInvoice: (request) =>
        PARTS.handlers.createInvoice({ ...request, body: { ...change(request.body) } }),
    },
  },
})

const signatureOf = (url: URL) => url.searchParams.get('signature') ?? ''
const givenPath = (asked: URL, given: readonly URL[]) =>
  given.findLast(({ pathname }) => pathname === asked.pathname)

/** Serves a given URL of that path when the signature passes. */
const verifying = (
  passes: (asked: string, right: string, given: readonly URL[]) => boolean,
): DocumentFault => ({
  serves(asked, given) {
    const right = givenPath(asked, given)
    return right && passes(signatureOf(asked), signatureOf(right), given) ? right : asked
  },
})

const FAULTS: { [fault: string]: [ClauseId, DocumentFault] } = {
  'the number of another invoice': [
    'pdf.envelope',
    naming((invoice) => ({ ...invoice, number: `${String(invoice['number'])}0` })),
  ],
  'a document without its middle': [
    'pdf.download',
    bytes((pdf) => Buffer.concat([pdf.subarray(0, 3000), pdf.subarray(9000)])),
  ],
  "another invoice's document": [
    'pdf.download',
    picking((_, request) => {
      const [first, second] = request.context.store.documents.values()
      return second ? first : undefined
    }),
  ],
  'a signature whose end alone is compared': [
    'pdf.signed',
    verifying((asked, right) => asked.slice(-48) === right.slice(-48)),
  ],
  'a signature of any document': [
    'pdf.signed',
    verifying((asked, _, given) => given.some((url) => signatureOf(url) === asked)),
  ],
  'the document of some invoice for an unknown slug': [
    'pdf.unknown',
    {
      parts: {
        gates: PARTS.gates.map((gate) => ({
          name: gate.name,
          pass(exchange, world) {
            const { operation, context, params } = exchange
            if (operation === 'readInvoicePdf' && context && !invoiceOf({ context, params }))
              params.slug = [...context.store.invoices.values()][0]!.slug
            return gate.pass(exchange, world)
          },
        })),
      },
    },
  ],
  'template_id ignored for packing slips': [
    'pdf.template-used',
    pdfHandler((request, handler) =>
      handler(isSlip(request) ? { ...request, query: { packing_slip: true } } : request),
    ),
  ],
  'packing_slip false taken for true': [
    'pdf.packing-slip',
    asking((query) => ({ ...query, ...('packing_slip' in query && { packing_slip: true }) })),
  ],
  'the two documents exchanged': [
    'pdf.packing-slip',
    asking((query) => ({ ...query, packing_slip: query['packing_slip'] !== true })),
  ],
  'one place for both documents': ['pdf.both-retained', picking((documents) => documents.at(0))],
  'a creation that refuses packing_slip': [
    'create.packing-slip',
    creating((body) => (body['packing_slip'] ? { ...body, order_id: -1 } : body)),
  ],
  'the document as it was first made': [
    'regenerate.pdf',
    picking((documents, request) => documents.find(({ kind }) => kind === kindAsked(request))),
  ],
  'a packing slip in the place of the invoice': [
    'regenerate.packing-slip',
    picking((documents, request) =>
      documents.filter(({ kind }) => kind === 'packing_slip').length > 1 && !isSlip(request)
        ? documents.at(-2)
        : undefined,
    ),
  ],
}

describe.concurrent('faults that are found', () => {
  test.each(Object.entries(FAULTS))('%s', async (_, [clause, fault]) => {
    const { target, close } = await startBroken(fault)
    expect((await outcomes(target, [clause]))[clause]).toMatch(/^fail/)
    await close()
  })
})
