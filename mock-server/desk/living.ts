import type { Living } from '../../schemas/openapi-living.ts'
import type { Mock } from '../mock.ts'
import type { Pages } from '../store/listing.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { mainStore } from './store-named.ts'
import { uninvoiced } from './target.ts'

/** What the first store on a paid plan has to try operations on; null where there is none. */
export function livingIn(mock: Mock): Living | null {
  try {
    return ofStore(mainStore(mock))
  } catch (error) {
    if (error instanceof AdminError) return null
    throw error
  }
}

/** Ids of the first and the last of a list. */
function ends(all: Pages<{ id: number }>): readonly [number, number] {
  const [first, last] = [all.page(0, 1), all.page(Math.max(0, all.size - 1), 1)]
  return [first[0]?.id ?? 1, last[0]?.id ?? 1]
}

function ofStore(store: Store): Living {
  const invoices = store.lists.invoices.in('newest_first').page(0, 2)
  return {
    api_key: store.record.api_key,
    slug: invoices[0]?.slug ?? '',
    order_id: uninvoiced(store).order_ids[0] ?? 1,
    invoice_ids: invoices.map(({ id }) => id),
    template_ids: ends(store.lists.templates.in('oldest_first')),
    customer_ids: ends(store.lists.customers.in('oldest_first')),
    q: invoices[0]?.number ?? 'INV',
  }
}
