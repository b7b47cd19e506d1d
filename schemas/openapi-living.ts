import { ERROR_KINDS } from './operations.ts'
import { hasFields } from './tables.ts'

/** What the store of a running mock has, to try the operations on. */
export interface Living {
  api_key: string
  slug: string
  order_id: number
  invoice_ids: readonly number[]
  /** The first, to be read and changed; the last, to be deleted. */
  template_ids: readonly [first: number, last: number]
  customer_ids: readonly [first: number, last: number]
  /** A text that a search finds. */
  q: string
}

type Part = Readonly<Record<string, unknown>>

/** A header that the mock alone knows, on every operation. */
const FORCED_ANSWER: Part = {
  name: 'X-Mock-Answer',
  in: 'header',
  description:
    'Of this mock alone: forces that error for this one request. What else can go wrong, the admin API makes.',
  schema: { type: 'string', enum: ERROR_KINDS },
}

const ABOUT_THE_MOCK = `

This is a mock, and every operation can be tried as it stands: ids, slug and key are of its store as it is now.

- **Errors** are asked for by the header \`X-Mock-Answer\`, one request at a time.
- **Downloads**: \`GET /invoices/{slug}/pdf\` answers a \`pdf_url\` of this address, below \`/documents/\`. It is signed, needs no key, and is over after a while.
- **Console**: [requests, invoices, orders, emails, faults and clock to look at and to set](/__admin/console).
- **Admin API**: [its own page](/docs/admin) and [OpenAPI document](/__admin/openapi.json).
`

/**
 * The document as a running mock serves it: what it has beside the service, and examples that are there.
 * @param document the document of `openapi()`
 * @param living what is there to try; null where nobody is told
 */
export function livingOpenapi(
  document: { readonly info: Part; readonly paths: Part; readonly components: Part },
  living: Living | null,
): object {
  const paths = mapped(document.paths, (path, methods) =>
    mapped(methods, (method, operation) => livingOperation(operation, { path, method }, living)),
  )
  const info = { ...document.info, description: `${String(document.info['description'])}${ABOUT_THE_MOCK}` }
  const components = living ? withKey(document.components, living) : document.components
  return { ...document, info, paths, components }
}

/** What the page of the documentation takes the key from. */
const withKey = (components: Part, { api_key }: Living): Part => ({
  ...components,
  securitySchemes: mapped(components['securitySchemes'], (_name, scheme) => ({
    ...scheme,
    'x-living-key': api_key,
  })),
})

interface Place {
  path: string
  method: string
}

function livingOperation(operation: Part, place: Place, living: Living | null): Part {
  const parameters = listOf(operation['parameters']).map((parameter) =>
    living ? livingParameter(parameter, place, living) : parameter,
  )
  const { requestBody } = operation
  const body = living && hasFields(requestBody) ? { requestBody: livingBody(requestBody, living) } : {}
  return { ...operation, parameters: [...parameters, FORCED_ANSWER], ...body }
}

function livingParameter(parameter: Part, { path, method }: Place, living: Living): Part {
  const ids = path.startsWith('/templates') ? living.template_ids : living.customer_ids
  const examples: Part = {
    slug: living.slug,
    id: method === 'delete' ? ids[1] : ids[0],
    template_id: living.template_ids[0],
    q: living.q,
  }
  const example = examples[String(parameter['name'])]
  return example === undefined ? parameter : { ...parameter, example }
}

/** The example of a body, with what it names replaced by what is there. */
function livingBody(body: Part, living: Living): Part {
  const { order_id, invoice_ids } = living
  const named: Part = { order_id, invoice_ids, template_id: living.template_ids[0] }
  const content = mapped(body['content'], (_type, media) => {
    const { example } = media
    if (!hasFields(example)) return media
    const replaced = Object.entries(named).filter(([name]) => name in example)
    return { ...media, example: { ...example, ...Object.fromEntries(replaced) } }
  })
  return { ...body, content }
}

const listOf = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(hasFields) : [])

function mapped(all: unknown, make: (name: string, part: Part) => Part): Part {
  const parts = hasFields(all) ? Object.entries(all) : []
  return Object.fromEntries(parts.map(([name, part]) => [name, make(name, hasFields(part) ? part : {})]))
}
