import { setTimeout as wait } from 'node:timers/promises'
import {
  type ApiRequest,
  BUILT_IN_TEMPLATE,
  type DocumentRecord,
  type DocumentSource,
  type Download,
  findInvoice,
  type Handler,
  type InvoiceRecord,
  settingsOf,
  signDownload,
  type TemplateRecord,
} from '../../../mock-server/seams.ts'
import { afterHandler, amending, around, asking, changing, refusing, showing } from './answers.ts'
import { isRunning } from './bulk.ts'
import { drawing, dropping, lastOf, pointing, slipTemplate } from './documents.ts'
import { afterGate } from './gates.ts'
import { unknownInvoiceFaults, unknownTemplateFaults } from './invoice-faults.ts'
import { keepingFirst, oneLate } from './memory.ts'
import { all, type Change, type FaultsOf, fresh, noting, rows } from './mutant.ts'
import { isFor } from './operations.ts'
import { LATENCY_MS } from './races.ts'

/** Faults of GET /invoices/{slug}/pdf and of what its URL serves. */
export const PDF_FAULTS: FaultsOf<'pdf'> = {
  'pdf.envelope': {
    'No document is answered while a bulk action is in progress': refusing(
      'readInvoicePdf',
      'conflict',
      (request) => isRunning(request.context.store, request),
    ),
    'pdf_url is a path without scheme and host': showing('readInvoicePdf', 'pdf_url', (pdf_url) =>
      pdf_url.replace(/^https?:\/\/[^/]+/, ''),
    ),
    'With a packing slip the envelope puts PS- before the number of the invoice': amending(
      'readInvoicePdf',
      ({ number }, { query }) => (query['packing_slip'] === true ? { number: `PS-${number}` } : {}),
    ),
    'The envelope has the slug in upper case, unlike list and read': showing(
      'readInvoicePdf',
      'slug',
      (slug) => slug.toUpperCase(),
    ),
    'For quotes and pro-formas the envelope has the name of the draft order as number': changing(
      'readInvoicePdf',
      'invoice',
      (envelope, { context, params }) => {
        const { draft, order_name } = findInvoice(context.store, params.slug)
        return draft ? { ...envelope, number: order_name } : envelope
      },
    ),
    'For quotes and pro-formas the envelope has the number by the present prefix': changing(
      'readInvoicePdf',
      'invoice',
      (envelope, { context: { store }, params }) => {
        const { draft, number } = findInvoice(store, params.slug)
        const { invoice_number_prefix } = settingsOf(store)
        return draft
          ? { ...envelope, number: number.replace(/^\D*(?=\d+$)/, invoice_number_prefix) }
          : envelope
      },
    ),
    'With a template_id the envelope names the invoice that was asked for before': oneLate<{
      slug: string
      number: string
    }>((before) =>
      amending('readInvoicePdf', ({ slug, number }, { query }) => {
        const last = before({ slug, number })
        return query['template_id'] === undefined ? {} : last
      }),
    ),
  },
  'pdf.download': {
    'All URLs serve the document that was made first': pointing(
      (document, { context }) => [...context.store.documents.values()][0] ?? document,
    ),
    ...rows(printing, {
      'A PDF comes without its middle': (bytes) =>
        Buffer.concat([bytes.subarray(0, 3000), bytes.subarray(9000)]),
      'The bytes of a PDF end after 60 percent': (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6)),
      'The last kilobyte of packing slips is missing': (bytes, { kind }) =>
        kind === 'packing_slip' ? bytes.subarray(0, -1024) : bytes,
      'The document of a pro-forma has no bytes': (bytes, { kind }) =>
        kind === 'pro_forma' ? Buffer.alloc(0) : bytes,
      'pdf_url serves the HTML that the PDF should have been printed from': (_bytes, { invoice }) =>
        Buffer.from(`<!doctype html><title>${invoice.number}</title><h1>${invoice.number}</h1>`),
      'Where the font of a document has letters beyond ASCII, its cross-reference is not where the end says':
        (bytes, { template }) =>
          /[^\x20-\x7e]/.test(template.font_family)
            ? Buffer.from(bytes.toString('latin1').replace(/startxref\s+\d/, '$&9'), 'latin1')
            : bytes,
      'The PDF is served as base64 text': (bytes) => Buffer.from(bytes.toString('base64')),
      'The bytes of the PDF went through a text in UTF-8, so that what is compressed in it cannot be read': (
        bytes,
      ) => Buffer.from(bytes.toString('utf8')),
    }),
    'The address of a document falls over once its template was changed, as no revision is kept':
      losingRevision('updateTemplate'),
    'The address of a document falls over once its template was deleted': losingRevision('deleteTemplate'),
    'Behind the address of a document is nothing where no header holds the letters of its number': pointing(
      (document, { context, params }) =>
        /[\u0100-\uffff]/.test(findInvoice(context.store, params.slug).number)
          ? { ...document, id: 0 }
          : document,
    ),
    'Behind the address of a document of an imported order is nothing': pointing(
      (document, { context, params }) =>
        findInvoice(context.store, params.slug).invoice_type === 'platform_order'
          ? { ...document, id: 0 }
          : document,
    ),
  },
  'pdf.on-demand': {
    'For an invoice that was created with generate_pdf false GET pdf is not-found': withUnprinted(
      (unprinted) => refusing('readInvoicePdf', 'not-found', ({ params }) => unprinted.has(params.slug)),
    ),
    'For an invoice that was created with generate_pdf false GET pdf answers a URL behind which is nothing':
      withUnprinted((unprinted) =>
        pointing((document, { params }) => (unprinted.has(params.slug) ? { ...document, id: 0 } : document)),
      ),
    'Who asks for a document while another has it made for the first time meets a half-written file': noting(
      Map<string, number>,
      (begun) =>
        afterGate('existing', async (exchange) => {
          if (!isFor(exchange, 'readInvoicePdf')) return
          const { slug } = exchange.params
          const since = performance.now() - (begun.get(slug) ?? -Infinity)
          if (since < LATENCY_MS) throw new Error('the file ends too early')
          if (!begun.has(slug)) begun.set(slug, performance.now())
          await wait(LATENCY_MS)
        }),
    ),
  },
  'pdf.packing-slip': {
    'packing_slip true answers the invoice document, and leaving it out the packing slip': asking(
      'readInvoicePdf',
      (query) => ({ ...query, packing_slip: query['packing_slip'] !== true }),
    ),
    'packing_slip false answers the packing slip': asking('readInvoicePdf', ({ packing_slip, ...query }) =>
      packing_slip === undefined ? query : { ...query, packing_slip: true },
    ),
    'For an invoice that was created with generate_pdf false the packing slip is unprocessable':
      withUnprinted((unprinted) =>
        refusing(
          'readInvoicePdf',
          'unprocessable',
          ({ params, query }) => unprinted.has(params.slug) && query['packing_slip'] === true,
        ),
      ),
    'packing_slip true answers the invoice document': flagging(() => undefined),
    'For draft orders packing_slip true answers the document of the quote': flagging(
      (flag, { context, params }) => (findInvoice(context.store, params.slug).draft ? undefined : flag),
    ),
    'packing_slip true together with the template_id of an invoice template answers the invoice document':
      flagging((flag, { query }) => (query['template_id'] === undefined ? flag : undefined)),
  },
  'pdf.signed': {
    ...rows(passing, {
      'Of the signature only the last 48 characters are compared': (url, right) =>
        signatureOf(url).slice(-48) === signatureOf(right).slice(-48),
      'The signature of a download URL is not checked': () => true,
      'The signature of a download URL is checked only where there is one': (url) =>
        !url.includes('signature='),
      'An empty signature passes': (url) => /signature=(?:&|$)/.test(url),
      'Of the signature only the first eight characters are compared': (url, right) => {
        const end = right.indexOf('signature=') + 'signature='.length + 8
        return url.length === right.length && url.slice(0, end) === right.slice(0, end)
      },
      'A signature that lacks its end passes': (url, right) =>
        right.startsWith(url) && url.length > right.length - 40,
      'A signature with more behind it passes': (url, right) => url.startsWith(right),
    }),
    'A signature that was given out opens every document': noting(Set<string>, (given) => [
      afterHandler('readInvoicePdf', (_request, { invoice }) => void given.add(signatureOf(invoice.pdf_url))),
      passing((url) => given.has(signatureOf(url))),
    ]),
    'The download URL says slip=0, which is not signed: with anything else there it serves the packing slip':
      noting(Map<number, number>, (slips) => [
        around('readInvoicePdf', (request, handler) => {
          const slip = documentAnswered(handler, { ...request, query: { packing_slip: true } })
          const document = documentAnswered(handler, request)
          if (slip && document) slips.set(document.id, slip.id)
          return handler(request)
        }),
        showing('readInvoicePdf', 'pdf_url', (pdf_url) => `${pdf_url}&slip=0`),
        (parts) => ({
          ...parts,
          verify(url, now, secret) {
            const [, signed = url, flag = '0'] = /^(.*)&slip=(.*)$/.exec(url) ?? []
            const download = parts.verify(signed, now, secret)
            const slip = download && slips.get(download.document)
            return download && flag !== '0' && slip ? { ...download, document: slip } : download
          },
        }),
      ]),
  },
  'pdf.shows-invoice': {
    'The document is that of the invoice that was asked for before': lagging(() => true),
    'The packing slip is that of the invoice whose slip was asked for before': lagging(
      ({ kind }) => kind === 'packing_slip',
    ),
    'A cache of sixteen slots serves the document of whichever invoice filled the slot': caching(
      ({ kind, invoice, template }) => [invoice.id % 16, kind, revisionOf(invoice), template],
    ),
    'Documents of drafts do not show their number': drawing((source) =>
      source.kind === 'quote' || source.kind === 'pro_forma'
        ? { ...source, invoice: { ...source.invoice, number: '' } }
        : source,
    ),
  },
  'pdf.template-used': {
    'All documents have the built-in look, whatever template_id says': drawing((source) => ({
      ...source,
      template: BUILT_IN_TEMPLATE,
    })),
    'A document that was made once is served for every other template_id of its type': caching(
      ({ kind, invoice, template }) => [invoice.slug, kind, revisionOf(invoice), template.template_type],
    ),
    'Packing slips all have the built-in look': drawing((source) =>
      source.kind === 'packing_slip' ? { ...source, template: BUILT_IN_TEMPLATE } : source,
    ),
    'Quotes and pro-formas get the default template whatever template_id says': around(
      'readInvoicePdf',
      (request, handler) => {
        const { template_id, ...query } = request.query
        const { draft } = findInvoice(request.context.store, request.params.slug)
        return handler(draft && !slipTemplate(request, template_id) ? { ...request, query } : request)
      },
    ),
    'With the template_id of the newest template the second newest is used': around(
      'readInvoicePdf',
      (request, handler) => {
        const { context, query } = request
        const [newest, second] = context.store.lists.templates
          .in('newest_first')
          .all()
          .filter(({ template_type }) => template_type === 'invoice')
        const isMeant = second && newest?.id === query['template_id']
        return handler(isMeant ? { ...request, query: { ...query, template_id: second.id } } : request)
      },
    ),
  },
  'pdf.template-unknown': unknownTemplateFaults('readInvoicePdf', 'unauthorized', 'conflict'),
  'pdf.packing-slip-inferred': {
    'The template_id of a packing slip template without the flag answers the default invoice document':
      inferring(() => false),
    'Only the oldest packing slip template answers the packing slip without the flag': inferring(
      ({ id }, { context }) => {
        const oldest = context.store.lists.templates
          .in('oldest_first')
          .all()
          .find(({ template_type }) => template_type === 'packing_slip')
        return id === oldest?.id
      },
    ),
    'A template that became a packing slip template by an update still answers the invoice document': noting(
      Map<number, string>,
      (born) => [
        around('updateTemplate', (request, handler) => {
          const before = request.context.store.templates.get(request.params.id)
          if (before && !born.has(before.id)) born.set(before.id, before.template_type)
          return handler(request)
        }),
        inferring(({ id }) => (born.get(id) ?? 'packing_slip') === 'packing_slip'),
      ],
    ),
    'A packing slip template without the flag is unprocessable': refusing(
      'readInvoicePdf',
      'unprocessable',
      (request) => {
        const { template_id, packing_slip } = request.query
        return slipTemplate(request, template_id) !== undefined && packing_slip !== true
      },
    ),
  },
  'pdf.both-retained': {
    'Once the packing slip was made, it is served for the invoice document too': pointing(
      (document, { context }) => lastOf(context.store, document, 'packing_slip') ?? document,
    ),
    'Both documents of an invoice are kept in one file: an earlier URL serves what was made last': fresh(
      () => {
        const last = new Map<number, number>()
        const invoices = new Map<number, number>()
        return all(
          pointing((document) => {
            last.set(document.invoice_id, document.id)
            invoices.set(document.id, document.invoice_id)
            return document
          }),
          (parts) => ({
            ...parts,
            verify(url, now, secret) {
              const download = parts.verify(url, now, secret)
              const invoice = download && invoices.get(download.document)
              return download && { ...download, document: last.get(invoice ?? 0) ?? download.document }
            },
          }),
        )
      },
    ),
    'An email by a packing slip template puts the packing slip where the invoice document was': misfiling(
      'sendInvoiceEmail',
      (request) => (slipTemplate(request, request.body['template_id']) ? [request.params.slug] : []),
    ),
    'A bulk action by the name of a packing slip template puts packing slips where invoice documents were':
      misfiling('bulkPdf', ({ body, context: { store } }) => {
        const template = [...store.templates.values()].find(({ name }) => name === body['template_name'])
        const ids = template?.template_type === 'packing_slip' ? [body['invoice_ids']].flat().map(Number) : []
        return ids.flatMap((id) => store.invoices.get(id)?.slug ?? [])
      }),
    'After the packing slip was regenerated the invoice document is not-found': dropping(
      'packing_slip',
      'invoice',
    ),
    'After the invoice document was regenerated the packing slip is not-found': dropping(
      'invoice',
      'packing_slip',
    ),
  },
  'pdf.unknown': unknownInvoiceFaults('readInvoicePdf', { invoice: null }),
}

/** Answers some documents with the one that was asked for before. */
function lagging(isMeant: (document: DocumentRecord) => boolean): Change {
  return oneLate<DocumentRecord>((before) =>
    pointing((document) => (isMeant(document) ? before(document) : document)),
  )
}

/** Changes the bytes of a document. */
function printing(change: (bytes: Buffer, source: DocumentSource) => Buffer): Change {
  return (parts) => ({
    ...parts,
    render: async (source) => change(await parts.render(source), source),
  })
}

/** Serves the bytes that were made first for a key. */
function caching(keyOf: (source: DocumentSource) => unknown): Change {
  return keepingFirst<Promise<Buffer>>((first) => (parts) => ({
    ...parts,
    render: (source) => first(JSON.stringify(keyOf(source)), () => parts.render(source)),
  }))
}

/** Lets download URLs pass that should not; `right` is the URL with this path and expiry as it should be signed. */
function passing(isLet: (url: string, right: string) => boolean): Change {
  return (parts) => ({
    ...parts,
    verify: (url, now, secret) =>
      isLet(url, signedAnew(url, secret)) ? named(url) : parts.verify(url, now, secret),
  })
}

const PATH = /^\/documents\/([^/]+)\/(\d+)\/([^/?]+)/

/** The document that a download URL names, signed or not. */
function named(url: string): Download | null {
  const [, store, document] = PATH.exec(url) ?? []
  return store ? { store: decodeURIComponent(store), document: Number(document) } : null
}

function signedAnew(url: string, secret: string): string {
  const download = named(url)
  const expires = Number(/expires=(\d+)/.exec(url)?.[1])
  const fileName = decodeURIComponent(PATH.exec(url)?.[3] ?? '')
  return download ? signDownload(download, fileName, expires, secret) : ''
}

const signatureOf = (url: string): string => /signature=(\w+)/.exec(url)?.[1] ?? ''

/** A fault of invoices whose document nobody has made yet. */
function withUnprinted(make: (unprinted: ReadonlySet<string>) => Change): Change {
  return noting(Set<string>, (unprinted) => [
    afterHandler('createInvoice', ({ body }, { invoice }) => {
      if (body['generate_pdf'] === false) unprinted.add(invoice.slug)
    }),
    afterHandler('regenerateInvoice', (_request, { invoice }) => void unprinted.delete(invoice.slug)),
    make(unprinted),
  ])
}

/** Takes GET pdf's flag for another where it is true. */
function flagging(change: (flag: true, request: ApiRequest) => true | undefined): Change {
  return around('readInvoicePdf', (request, handler) => {
    const { packing_slip, ...query } = request.query
    const flag = packing_slip === true ? change(packing_slip, request) : packing_slip
    return handler({ ...request, query: flag === undefined ? query : { ...query, packing_slip: flag } })
  })
}

/** Has GET pdf answer the invoice document for some packing slip templates, as long as there is no flag. */
function inferring(isInferred: (template: TemplateRecord, request: ApiRequest) => boolean): Change {
  return around('readInvoicePdf', (request, handler) => {
    const { template_id, packing_slip } = request.query
    const template = slipTemplate(request, template_id)
    const isMissed = template && packing_slip !== true && !isInferred(template, request)
    return handler(isMissed ? { ...request, query: {} } : request)
  })
}

/** Has GET pdf answer the packing slip for the invoice document of invoices that an operation made a packing slip of. */
function misfiling(
  operation: 'sendInvoiceEmail' | 'bulkPdf',
  slugsOf: (request: ApiRequest) => readonly string[],
): Change {
  return noting(Set<string>, (slips) => [
    afterHandler(operation, (request) => slugsOf(request).forEach((slug) => slips.add(slug))),
    asking('readInvoicePdf', (query, { params }) =>
      slips.has(params.slug) ? { ...query, packing_slip: true } : query,
    ),
  ])
}

/** The document that GET pdf points at. */
function documentAnswered(handler: Handler, request: ApiRequest): DocumentRecord | undefined {
  const seen: DocumentRecord[] = []
  handler({
    ...request,
    documentUrl(document) {
      seen.push(document)
      return request.documentUrl(document)
    },
  })
  return seen.at(-1)
}

const revisionOf = (invoice: DocumentSource['invoice']): number =>
  // What is drawn is the record.
  (invoice as InvoiceRecord).revision

/** Documents refer to a state of their template that nobody has any more, after it was written. */
function losingRevision(operation: 'updateTemplate' | 'deleteTemplate'): Change {
  return afterHandler(operation, ({ context: { store }, params }) => {
    for (const document of store.documents.values())
      if (document.template_id === params.id)
        store.documents.set(document.id, { ...document, made_from: { ...document.made_from, template: -1 } })
  })
}
