import fc from 'fast-check'
import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { contexts, type Context } from './contexts.ts'

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

/** What is neither a flag nor an integer, however it is read. */
export const NO_VALUES: readonly unknown[] = [{}, [], { value: true }, [[]]]

const orderRequired = check('create.order-id-required', {
  name: 'creating without order_id',
  async run(law) {
    await atOnce(WITHOUT_ORDER, async (body) =>
      law.refused(await law.call('createInvoice', { body }), 'unprocessable'),
    )
  },
})

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
    2 ** 48 + 0.5,
    2 ** 48 + 1.5,
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

/** Numbers that no platform has given to an order, since a lenient service might invoice it. */
const unlikely = fc.integer({ min: 2 ** 48, max: 2 ** 50 })

const noInteger: fc.Arbitrary<unknown> = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9 -]{0,20}[a-z]$/),
  unlikely.map((whole) => whole + 0.25),
  fc.array(unlikely, { maxLength: 3 }),
  fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), unlikely, { maxKeys: 3 }),
)

const orderType = check('create.order-id-type', {
  name: 'creating with an order_id that is no integer',
  async run(law) {
    // An order that there is, so that careless reading finds one; any number where the target names none.
    const examples = noIntegers(law.target.order_ids[0] ?? UNLIKELY_ID)
    await law.property(
      noInteger,
      async (order_id) =>
        law.refused(await law.call('createInvoice', { body: { order_id } }), 'unprocessable'),
      { examples, runs: examples.length + law.runs, apart: true },
    )
    const bodies = (await contexts(law)).flatMap((context, turn) => noIntegersIn(law, context, turn))
    await atOnce(bodies, async (body) =>
      law.refused(await law.call('createInvoice', { body }), 'unprocessable'),
    )
  },
})

/** Beside other options, and of a draft order: a text and something else that careless code reads as the id. */
function noIntegersIn(law: Law, context: Context, turn: number): object[] {
  const { target } = law
  const at = law.seedOf('contexts') + turn
  const [id = 1] = context.draft === true ? target.draft_order_ids : target.order_ids
  const texts = [`${id}abc`, `${id} ${id}`, `${id}.5`]
  // Of an id beyond 2^53 nothing is left of a fraction.
  const others = [...(Number.isInteger(id + 0.5) ? [] : [id + 0.5]), [id], { id }]
  return [texts, others].map((values) => ({ ...context, order_id: values[at % values.length] }))
}

/** Ids that no platform gives, beside those that only a near reading would find. */
export function unknownOrders(law: Law): number[] {
  const [known] = law.target.order_ids
  const isNearAllowed = known !== undefined && law.mayTry('hostile-input', 'ids near those of orders')
  return [UNLIKELY_ID, Number.MAX_SAFE_INTEGER, 0, -1, ...(isNearAllowed ? near(known) : [])]
}

/** Ids that careless arithmetic takes for a known one: its sign dropped, or but 32 of its bits read. */
const near = (known: number) => [-known, known + 2 ** 32].filter(Number.isSafeInteger)

const orderUnknown = check('create.order-unknown', {
  name: 'creating for an order that nobody knows',
  async run(law) {
    const options = [{}, { draft: true }, { generate_pdf: false }, { packing_slip: true }]
    const bodies = unknownOrders(law).flatMap((order_id) =>
      options.map((option) => ({ order_id, ...option })),
    )
    await atOnce(bodies, async (body) => {
      const exchange = await law.call('createInvoice', { body })
      if (isSuccess(exchange))
        throw law.violation({ expected: 'a refusal: no order has that id', exchanges: exchange })
      law.refused(exchange, 'unprocessable')
    })
  },
})

export const refusedOrders: readonly Check[] = [orderRequired, orderType, orderUnknown]
