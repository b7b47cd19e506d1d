import type { Mock } from '../mock.ts'
import type { EmailRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { queryText, storeNamed, type AdminRequest, type AdminRoute } from './route.ts'

/** The store that `?store=` names, else all. */
function storesAsked({ mock, query }: AdminRequest): Store[] {
  const name = queryText(query, 'store')
  return name === undefined ? allStores(mock) : [storeNamed(mock, name)]
}

const allStores = (mock: Mock) => mock.stores.records().map(({ name }) => storeNamed(mock, name))

const shown = ({ to, slug, template_id, queued_at }: EmailRecord) => ({ to, slug, template_id, queued_at })

const emails = (request: AdminRequest) => ({
  emails: storesAsked(request)
    .flatMap((store) => [...store.emails.values()])
    .toSorted((a, b) => a.id - b.id)
    .map(shown),
})

async function clear(request: AdminRequest): Promise<void> {
  for (const { emails: sent } of storesAsked(request)) for (const id of sent.keys()) sent.delete(id)
  await request.mock.db.write()
}

export const EMAIL_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/emails',
    summary: 'emails queued so far, the oldest first (?store=NAME)',
    answer: emails,
  },
  { method: 'delete', path: '/emails', summary: 'forget them (?store=NAME)', answer: clear },
]
