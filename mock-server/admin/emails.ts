import { documentFileName } from '../documents/index.ts'
import type { Mock } from '../mock.ts'
import { downloadPath } from '../routes/download-path.ts'
import { documentSource } from '../rules/documents.ts'
import type { EmailRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { contextFor, queryText, storeNamed, type AdminRequest, type AdminRoute } from './route.ts'

/** The store that `?store=` names, else all. */
function storesAsked({ mock, query }: AdminRequest): Store[] {
  const name = queryText(query, 'store')
  return name === undefined ? allStores(mock) : [storeNamed(mock, name)]
}

const allStores = (mock: Mock) => mock.stores.records().map(({ name }) => storeNamed(mock, name))

/** An email as it would have gone out. */
function shown({ mock, reach }: AdminRequest, store: Store, email: EmailRecord) {
  const { id, document_id, ...content } = email
  return {
    id,
    store: store.record.name,
    ...content,
    attachment: attachment(mock, new URL(reach.base_url).origin, store, document_id),
  }
}

/** The document that is attached; null where it is not kept any more. */
function attachment(mock: Mock, origin: string, store: Store, id: number | undefined) {
  const document = id === undefined ? undefined : store.documents.get(id)
  if (!document) return null
  const { kind, template_id } = document
  return {
    file_name: documentFileName(documentSource(store, document)),
    kind,
    template_id,
    pdf_url: origin + downloadPath(document, contextFor(mock, store), mock.secret),
  }
}

const emails = (request: AdminRequest) => ({
  emails: storesAsked(request)
    .flatMap((store) => [...store.emails.values()].map((email) => ({ store, email })))
    .toSorted((one, other) => one.email.id - other.email.id)
    .map(({ store, email }) => shown(request, store, email)),
})

async function clear(request: AdminRequest): Promise<void> {
  for (const { emails: sent } of storesAsked(request)) for (const id of sent.keys()) sent.delete(id)
  await request.mock.db.write()
}

export const EMAIL_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/emails',
    summary: 'emails queued so far with their texts and attachments, the oldest first (?store=NAME)',
    query: ['store'],
    answer: emails,
  },
  {
    method: 'delete',
    path: '/emails',
    summary: 'forget them (?store=NAME)',
    query: ['store'],
    answer: clear,
  },
]
