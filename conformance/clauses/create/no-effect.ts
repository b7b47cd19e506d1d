import type { Check } from '../../judge/check.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { sameValue } from '../same-value.ts'
import { statedFields } from '../stated-fields.ts'
import { WITHOUT_ORDER, noIntegers, unknownOrders } from './refused.ts'

const CLAUSE = 'create.rejected-no-effect'

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
export const rejectedNoEffect: Check = {
  name: 'refused creations create nothing',
  clauses: [CLAUSE],
  async run(trial) {
    const known = trial.session.target.order_ids[0]
    const orders = [...unknownOrders(known), ...noIntegers(known ?? 1)].map((order_id) => ({ order_id }))
    await judgeNoEffect(trial, () => [...WITHOUT_ORDER, ...orders])
  },
}

/**
 * The same for orders and draft orders that are there and have no invoice so far as the run knows. They are not
 * taken from the supply: a refused creation leaves them as they are.
 */
export const rejectedOptions: Check = {
  name: 'creations that are refused for their options create nothing',
  clauses: [CLAUSE],
  needs: ['orders'],
  async run(trial) {
    for (const draft of [false, true]) {
      const ids = unused(trial, draft)
      if (ids.length === 0) trial.missing(CLAUSE, `no ${draft ? 'draft ' : ''}order is left to invoice`)
      // A second round takes other orders: the first one may have invoiced its own.
      else await judgeNoEffect(trial, (round) => refusedBodies(ids.at(-1 - round) ?? ids[0]!, draft))
    }
  },
}

function unused({ session: { target, orders } }: Trial, draft: boolean): number[] {
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

async function judgeNoEffect(trial: Trial, bodies: (round: number) => readonly object[]): Promise<void> {
  const first = await refusedRound(trial, bodies(0))
  if (first.moved.length === 0) return trial.pass(CLAUSE)
  // Someone else may have created an invoice meanwhile: what moves twice is moved by us.
  const { before, refusals, after, moved } = await refusedRound(trial, bodies(1))
  trial.judge(CLAUSE, !moved.some((what) => first.moved.includes(what)), {
    message: `${refusals.length} refused creations moved ${moved.join(' and ')}`,
    expected: inWords(before),
    got: inWords(after),
    exchanges: [...before.exchanges, ...refusals.slice(0, 3), ...after.exchanges],
  })
}

async function refusedRound(trial: Trial, bodies: readonly object[]) {
  const before = await snapshot(trial)
  const refusals: Exchange[] = []
  for (const body of bodies) refusals.push(await trial.call('createInvoice', { body }))
  const after = await snapshot(trial)
  const refused = refusals.filter((exchange) => trial.session.kinds.is('unprocessable', exchange))
  if (refused.length < refusals.length)
    trial.notExercised(
      'a creation that should be refused was not: what it creates is judged by its own clause',
    )
  const moved = (['total', 'newest', 'next_number'] as const).filter(
    (what) => !sameValue(before[what], after[what]),
  )
  return { before, refusals, after, moved }
}

async function snapshot(trial: Trial): Promise<Snapshot> {
  const list = await trial.call('listInvoices', { query: { per_page: 50 } })
  const settings = await trial.call('readSettings')
  if (!isSuccess(list) || !isSuccess(settings)) trial.notExercised('the store cannot be read')
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
