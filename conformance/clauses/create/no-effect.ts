import { check } from '../../judge/check.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { sameValue } from '../same-value.ts'
import { statedFields } from '../stated-fields.ts'
import { WITHOUT_ORDER, noIntegers, unknownOrders } from './refused.ts'

/** What is neither a flag nor an integer, however it is read. */
const NO_VALUES = [{}, [], { value: true }, [[]]]

/** What a creation moves: the collection, its first page, and the number that comes next. */
interface Snapshot {
  total: unknown
  newest: unknown
  next_number: unknown
  exchanges: readonly Exchange[]
}

/** create.rejected-no-effect, for all creations that are refused whatever the store holds. */
export const rejectedNoEffect = check('create.rejected-no-effect', {
  name: 'refused creations create nothing',
  async run(law) {
    const known = law.target.order_ids[0]
    const orders = [...unknownOrders(known), ...noIntegers(known ?? 1)].map((order_id) => ({ order_id }))
    await judgeNoEffect(law, () => [...WITHOUT_ORDER, ...orders])
  },
})

/**
 * The same for orders and draft orders that are there and have no invoice so far as the run knows. They are not
 * taken from the supply: a refused creation leaves them as they are.
 */
export const rejectedOptions = check('create.rejected-no-effect', {
  name: 'creations that are refused for their options create nothing',
  needs: ['orders'],
  async run(law) {
    for (const draft of [false, true]) {
      const ids = unused(law, draft)
      if (ids.length === 0) law.missing(`no ${draft ? 'draft ' : ''}order is left to invoice`)
      // A second round takes other orders: the first one may have invoiced its own.
      else await judgeNoEffect(law, (round) => refusedBodies(ids.at(-1 - round) ?? ids[0]!, draft))
    }
  },
})

function unused({ session: { target, orders } }: Law, draft: boolean): number[] {
  const taken = orders.taken(draft)
  return (draft ? target.draft_order_ids : target.order_ids).filter((id) => !taken.includes(id))
}

/** Each option as what it cannot be; draft itself stays true for a draft order. */
function refusedBodies(order_id: number, draft: boolean): object[] {
  const options = ['generate_pdf', 'packing_slip', 'template_id', ...(draft ? [] : ['draft'])]
  return options.flatMap((option) =>
    NO_VALUES.map((value) => ({ order_id, ...(draft && { draft }), [option]: value })),
  )
}

async function judgeNoEffect(law: Law, bodies: (round: number) => readonly object[]): Promise<void> {
  const first = await refusedRound(law, bodies(0))
  if (first.moved.length === 0) return law.pass()
  // Someone else may have created an invoice meanwhile: what moves twice is moved by us.
  const { before, refusals, after, moved } = await refusedRound(law, bodies(1))
  law.judge(!moved.some((what) => first.moved.includes(what)), {
    message: `${refusals.length} refused creations moved ${moved.join(' and ')}`,
    expected: inWords(before),
    got: inWords(after),
    exchanges: [...before.exchanges, ...refusals.slice(0, 3), ...after.exchanges],
  })
}

async function refusedRound(law: Law, bodies: readonly object[]) {
  const before = await snapshot(law)
  const refusals: Exchange[] = []
  for (const body of bodies) refusals.push(await law.call('createInvoice', { body }))
  const after = await snapshot(law)
  const refused = refusals.filter((exchange) => law.is('unprocessable', exchange))
  if (refused.length < refusals.length)
    law.notExercised('a creation that should be refused was not: what it creates is judged by its own clause')
  const moved = (['total', 'newest', 'next_number'] as const).filter(
    (what) => !sameValue(before[what], after[what]),
  )
  return { before, refusals, after, moved }
}

async function snapshot(law: Law): Promise<Snapshot> {
  const list = await law.call('listInvoices', { query: { per_page: 50 } })
  const settings = await law.call('readSettings')
  if (!isSuccess(list) || !isSuccess(settings)) law.notExercised('the store cannot be read')
  const meta = member(list, 'meta') as { total?: unknown } | undefined
  const values = member(settings, 'settings') as { next_invoice_number?: unknown } | undefined
  return {
    total: meta?.total,
    newest: [member(list, 'invoices')].flat().map((one) => statedFields('resources/invoice-summary', one)),
    next_number: values?.next_invoice_number,
    exchanges: [list, settings],
  }
}

const inWords = ({ total, next_number }: Snapshot) =>
  `total ${JSON.stringify(total)}, next_invoice_number ${JSON.stringify(next_number)}`
