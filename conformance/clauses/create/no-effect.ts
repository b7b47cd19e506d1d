import { check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { bodyOf, kindOfOrder } from '../../server/store/order-supply.ts'
import { sameValue } from '../same-value.ts'
import { statedFields } from '../stated-fields.ts'
import { NO_VALUES, noIntegers, unknownOrders, WITHOUT_ORDER } from './refused.ts'

/** Refused whatever the store holds. */
export const rejectedNoEffect = check('create.rejected-no-effect', {
  name: 'refused creations create nothing',
  async run(law) {
    const [known] = law.target.order_ids
    const orders = [...unknownOrders(known), ...noIntegers(known ?? 1)].map((order_id) => ({ order_id }))
    await judgeNoEffect(law, () => [...WITHOUT_ORDER, ...orders])
  },
})

/**
 * Orders and draft orders that are there and have no invoice so far as the run knows. They are not taken from the
 * supply: a refused creation leaves them as they are.
 */
export const rejectedOptions = check('create.rejected-no-effect', {
  name: 'creations that are refused for their options create nothing',
  needs: ['orders'],
  async run(law) {
    for (const draft of [false, true]) {
      const [order_id, ...others] = unused(law, draft)
      if (order_id === undefined) law.missing(`no ${kindOfOrder(draft)} is left to invoice`)
      // Each look takes another order: the one before may have invoiced its own.
      else await judgeNoEffect(law, () => refusedBodies(others.pop() ?? order_id, draft))
    }
  },
})

function unused({ target, orders }: Law, draft: boolean): number[] {
  const taken = orders.taken(draft)
  return (draft ? target.draft_order_ids : target.order_ids).filter((id) => !taken.includes(id))
}

/** Each option as what it cannot be; draft itself stays true for a draft order. */
function refusedBodies(order_id: number, draft: boolean): object[] {
  const options = ['generate_pdf', 'packing_slip', 'template_id', ...(draft ? [] : ['draft'])]
  return options.flatMap((option) =>
    NO_VALUES.map((value) => bodyOf({ order_id, draft }, { [option]: value })),
  )
}

/** What is refused moves nothing, or not each time: others may create an invoice meanwhile. */
async function judgeNoEffect(law: Law, bodies: () => readonly object[]): Promise<void> {
  await law.settled(async () => {
    const before = await snapshot(law)
    const answers: Exchange[] = []
    for (const body of bodies()) answers.push(await law.call('createInvoice', { body }))
    if (!answers.every((answer) => law.is('unprocessable', answer)))
      law.notExercised(
        'a creation that should be refused was not: what it creates is judged by its own clause',
      )
    const after = await snapshot(law)
    const moved = MOVABLE.filter((what) => !sameValue(before[what], after[what]))
    if (moved.length === 0) return null
    return {
      message: `${answers.length} refused creations moved ${moved.join(' and ')}`,
      expected: inWords(before),
      got: inWords(after),
      exchanges: [...before.exchanges, ...answers.slice(0, 3), ...after.exchanges],
    }
  }, MOST_LOOKS)
}

/** A server that creates what it refuses uses up an order at each look. */
const MOST_LOOKS = 2

/** What a creation moves: the collection, its first page, and the number that comes next. */
const MOVABLE = ['total', 'newest', 'next_number'] as const

async function snapshot(law: Law) {
  const list = await law.call('listInvoices', { query: { per_page: 50 } })
  const settings = await law.call('readSettings')
  if (!isSuccess(list) || !isSuccess(settings)) law.notExercised('the store cannot be read')
  return {
    total: told(list, 'meta', 'total'),
    newest: [member(list, 'invoices')].flat().map((one) => statedFields('resources/invoice-summary', one)),
    next_number: told(settings, 'settings', 'next_invoice_number'),
    exchanges: [list, settings],
  }
}

function told(exchange: Exchange, name: string, field: string): unknown {
  const value = member(exchange, name)
  return isObject(value) ? value[field] : undefined
}

const inWords = ({ total, next_number }: { total: unknown; next_number: unknown }) =>
  `total ${JSON.stringify(total)}, next_invoice_number ${JSON.stringify(next_number)}`
