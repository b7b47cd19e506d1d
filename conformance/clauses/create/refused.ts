import fc from 'fast-check'
import type { Check } from '../../judge/check.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'

/** Bodies without order_id; null is none at all, or nothing that could name an order (question input.coercion). */
export const WITHOUT_ORDER: readonly object[] = [
  {},
  { draft: false },
  { draft: true },
  { generate_pdf: false },
  { packing_slip: true },
  { order_id: null },
  { draft: true, generate_pdf: true, packing_slip: false },
]

const orderRequired: Check = {
  name: 'creating without order_id',
  clauses: ['create.order-id-required'],
  async run(trial) {
    for (const body of WITHOUT_ORDER)
      trial.refused('create.order-id-required', await trial.call('createInvoice', { body }), 'unprocessable')
  },
}

/** Values that cannot be read as the integer, though careless readers take them for it. */
export function noIntegers(id: number): unknown[] {
  return [
    'abc',
    '',
    `${id}abc`,
    `x${id}`,
    `${id} ${id}`,
    `${id}.5`,
    id + 0.5,
    0.5,
    1.5,
    {},
    { id },
    { order_id: id },
    { value: String(id) },
    [],
    [id],
    [[id]],
    [id, id],
  ].filter((value) => !Number.isInteger(value))
}

const noInteger: fc.Arbitrary<unknown> = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9 -]{0,20}[a-z]$/),
  fc.integer({ min: 0, max: 2 ** 30 }).map((whole) => whole + 0.25),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer(), { maxKeys: 3 }),
)

const orderType: Check = {
  name: 'creating with an order_id that is no integer',
  clauses: ['create.order-id-type'],
  async run(trial) {
    const id = invoicedOrder(trial)
    await trial.property(
      noInteger,
      async (order_id) =>
        trial.refused(
          'create.order-id-type',
          await trial.call('createInvoice', { body: { order_id } }),
          'unprocessable',
        ),
      { examples: noIntegers(id), runs: noIntegers(id).length + trial.session.runs },
    )
  },
}

/** An order that there is, so that careless reading finds one; any number where the target names none. */
function invoicedOrder({ session }: Trial): number {
  return session.target.order_ids[0] ?? 1
}

/** Ids that no platform gives, beside those that only a near reading would find. */
export function unknownOrders(known: number | undefined): number[] {
  return [UNLIKELY_ID, Number.MAX_SAFE_INTEGER, 0, -1, ...(known === undefined ? [] : near(known))]
}

/** Ids that careless arithmetic takes for a known one: its sign dropped, or but 32 of its bits read. */
const near = (known: number) => [-known, known + 2 ** 32].filter(Number.isSafeInteger)

const orderUnknown: Check = {
  name: 'creating for an order that nobody knows',
  clauses: ['create.order-unknown'],
  async run(trial) {
    const { order_ids } = trial.session.target
    for (const order_id of unknownOrders(order_ids[0])) {
      for (const options of [{}, { draft: true }, { generate_pdf: false }, { packing_slip: true }]) {
        const exchange = await trial.call('createInvoice', { body: { order_id, ...options } })
        judgeUnknown(trial, exchange)
      }
    }
  },
}

function judgeUnknown(trial: Trial, exchange: Exchange): void {
  if (isSuccess(exchange))
    trial.fail('create.order-unknown', { expected: 'a refusal: no order has that id', exchanges: exchange })
  trial.refused('create.order-unknown', exchange, 'unprocessable')
}

/** create.order-id-required, create.order-id-type and create.order-unknown. */
export const refusedOrders: readonly Check[] = [orderRequired, orderType, orderUnknown]
