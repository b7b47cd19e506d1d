import type { InvoiceSummary } from '../../../schemas/types.ts'
import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { KeyName } from '../../server/client/exchange.ts'
import { hasDocument } from '../documented.ts'
import { fetchDocument, isDocument } from '../pdf/document.ts'
import { judgeOwners, owned, type Owned } from '../pdf/owners.ts'

/** Invoices of two stores that could be taken for one another. */
type Pair = readonly [ours: InvoiceSummary, theirs: InvoiceSummary]

/** So many pairs for each thing that both have in common. */
const MOST = 2

/** What a careless server files a document by, as if no two stores could have the same. */
const IN_COMMON = ['order_name', 'number'] as const

/** Documents of invoices that have a name or a number in common, asked for by each store in turn: each gets its own. */
export const documentsOfAnother = check('auth.scope-invoices', {
  name: 'documents of two stores',
  permissions: ['documents'],
  needs: ['other_store_key'],
  async run(law) {
    const pairs = await alike(law)
    await atOnce(pairs, (pair) => judgePair(law, pair))
    if (!law.hasPassed) law.notExercised('the two stores have no documents that can be told apart')
  },
})

/** Pairs that have something in common, else the first of each store. */
async function alike(law: Law): Promise<Pair[]> {
  const [ours, theirs] = await Promise.all(
    [law.store, law.storeOf('other_store')].map(async (store) =>
      (await store.invoices()).items.filter(hasDocument),
    ),
  )
  const pairs = IN_COMMON.flatMap((field) =>
    (theirs ?? [])
      .flatMap((their): Pair[] => {
        const our = ours?.find((one) => one[field] === their[field])
        return our ? [[our, their]] : []
      })
      .slice(0, MOST),
  )
  const [our, their] = [ours?.[0], theirs?.[0]]
  return pairs.length === 0 && our && their ? [[our, their]] : pairs
}

/** Ours again after theirs: the later one may have taken the place of the earlier. */
async function judgePair(law: Law, [ours, theirs]: Pair): Promise<void> {
  const documents = [
    ...(await documentOf(law, ours, 'api')),
    ...(await documentOf(law, theirs, 'other_store')),
    ...(await documentOf(law, ours, 'api')),
  ]
  const [first, second, again] = documents
  if (!first || !second || !again) return
  judgeOwners(law, [first, second])
  judgeOwners(law, [again, second])
}

async function documentOf(law: Law, { slug }: InvoiceSummary, key: KeyName): Promise<Owned[]> {
  const fetched = await fetchDocument(law.session, slug, {}, key)
  return isDocument(fetched) ? owned(law, slug, fetched, key) : []
}
