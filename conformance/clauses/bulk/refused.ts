import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkPdfRequest } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'
import { bulkTurns } from '../../server/store/bulk-turns.ts'
import { walk } from '../../server/store/inventory.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { invoiceIds } from './invoices.ts'

const REQUIRED = 'bulk.ids-required'
const NO_EFFECT = 'bulk.rejected-no-effect'
const MAX = 'bulk.max-ids'
const LIMIT = 5000

/** Bodies whose invoice_ids are no array of integers, nor could be read as one. */
function withoutIds(id: number): object[] {
  const values = [
    'abc',
    String(id),
    `[${id}]`,
    `${id},${id}`,
    {},
    { id },
    { 0: id },
    [{}],
    [{ id }],
    [[id]],
    ['abc'],
    [id, 'abc'],
    [id, {}],
    [id + 0.5],
    [id, 1.5],
  ].filter((value) => !(Array.isArray(value) && value.every(Number.isInteger)))
  return [{}, { template_name: 'default' }, ...values.map((invoice_ids) => ({ invoice_ids }))]
}

/** While no action is in progress: whether the conflict or the input is judged first is open otherwise. */
async function idle(law: Law): Promise<void> {
  if (!(await bulkTurns(law.session).idle()))
    law.notExercised('whether a bulk action is in progress cannot be told')
}

const idsRequired = check('bulk.ids-required', {
  name: 'bulk actions without invoice ids',
  async run(law) {
    const [id] = await invoiceIds(law)
    await idle(law)
    for (const body of withoutIds(id))
      law.of(REQUIRED).refused(await bulkTurns(law.session).ask(body), 'unprocessable')
  },
})

/** bulk.rejected-no-effect: after refusals of every kind a valid request is accepted at once. */
const rejectedNoEffect = check('bulk.rejected-no-effect', {
  name: 'a bulk action after refused requests',
  async run(law) {
    const ids = await invoiceIds(law)
    for (const bodies of await groups(law, ids)) await judgeGroup(law, ids, bodies)
  },
})

/** What is no name of a template, however it is read. */
const NO_NAMES = [{}, ['default']]

/** One group where each start costs the time of an action. */
async function groups(law: Law, ids: readonly [number, ...number[]]): Promise<object[][]> {
  const shapes = withoutIds(ids[0])
  const open = [
    { invoice_ids: [] },
    { invoice_ids: [ids[0], UNLIKELY_ID] },
    { invoice_ids: [UNLIKELY_ID] },
    { invoice_ids: [ids[0]], template_name: `No such ${law.marker}` },
  ]
  const unnamed = NO_NAMES.map((template_name) => ({ invoice_ids: [ids[0]], template_name }))
  const many = [{ invoice_ids: [...ids, ...strangers(LIMIT + 1 - ids.length)] }]
  return bulkTurns(law.session).hasHook
    ? [shapes, ...[...open, ...unnamed].map((one) => [one]), many]
    : [[...shapes, ...unnamed, ...many, open[1]!]]
}

async function judgeGroup(
  law: Law,
  ids: readonly [number, ...number[]],
  bodies: readonly object[],
): Promise<void> {
  let last = await round(law, ids, bodies)
  for (let tries = 1; tries < ROUNDS && !isSuccess(last.valid); tries++) {
    // Someone else may have started an action: what is refused each time right after an action has ended is refused for our own.
    const { outcome } = await bulkTurns(law.session).start({ invoice_ids: [ids[0]] })
    if (outcome !== 'accepted') law.notExercised('no bulk action could be started')
    await bulkTurns(law.session).end()
    last = await round(law, ids, bodies)
  }
  law.of(NO_EFFECT).judge(isSuccess(last.valid), {
    message: `${last.refused.length} requests were answered unprocessable`,
    expected: 'a bulk action, for a valid request right after them',
    exchanges: [...last.refused.slice(-2), last.valid],
  })
}

const ROUNDS = 3

async function round(law: Law, ids: readonly [number, ...number[]], bodies: readonly object[]) {
  const turns = bulkTurns(law.session)
  await idle(law)
  const refused: Exchange[] = []
  for (const body of bodies) {
    const exchange = await turns.ask(body)
    observe(law, body, exchange)
    if (isSuccess(exchange)) await idle(law)
    else refused.push(exchange)
  }
  if (refused.length === 0) law.of(NO_EFFECT).missing('the server accepts what others refuse')
  const valid = await turns.ask({ invoice_ids: [...ids] } satisfies BulkPdfRequest)
  await turns.end()
  return { refused, valid }
}

/** What the server does with ids and names that the specification leaves open. */
function observe({ session }: Law, body: object, exchange: Exchange): void {
  const { invoice_ids: ids, template_name } = body as Partial<BulkPdfRequest>
  if (!isSuccess(exchange) && !session.kinds.is('unprocessable', exchange)) return
  if (!Array.isArray(ids) || ids.length > 2) return
  if (ids.length === 0)
    session.observations.observe('bulk.empty', isSuccess(exchange) ? 'accepted' : 'unprocessable', exchange)
  else if (typeof template_name === 'string')
    session.observations.observe(
      'bulk.template_unknown',
      isSuccess(exchange) ? 'default_template' : 'unprocessable',
      exchange,
    )
  else if (ids.length === 2 && ids[1] === UNLIKELY_ID) observeUnknown(session, exchange)
}

function observeUnknown({ observations }: Law['session'], exchange: Exchange): void {
  const action = member(exchange, 'bulk_action') as { total_count?: unknown } | undefined
  const counted = action?.total_count === 2 ? 'counted' : 'skipped'
  observations.observe('bulk.unknown_ids', isSuccess(exchange) ? counted : 'unprocessable', exchange)
}

/** Ids that no store has. */
const strangers = (count: number) =>
  Array.from({ length: Math.max(0, count) }, (_, index) => UNLIKELY_ID + index)

/** bulk.max-ids: with ids of the store, and with unknown ones where the server does not mind them. */
const maxIds = check('bulk.max-ids', {
  name: 'bulk actions for 5,000 and more invoices',
  async run(law) {
    const ids = await manyIds(law)
    const takesUnknown = await acceptsUnknown(law, ids[0]!)
    const isTelling = takesUnknown || ids.length > LIMIT
    for (const count of [LIMIT + 1, LIMIT + 2]) await judgeTooMany(law, upTo(ids, count), isTelling)
    if (!isTelling)
      return law
        .of(MAX)
        .missing(
          `the store has ${ids.length} invoices and refuses unknown ids: with 5,001 invoices it would show`,
        )
    await idle(law)
    // Someone else may have started an action: then its end is awaited.
    const { exchange, outcome } = await bulkTurns(law.session).start({ invoice_ids: upTo(ids, LIMIT) })
    if (outcome === 'blocked') return law.of(MAX).missing('another bulk action stayed in progress')
    law.of(MAX).success(exchange, 'a bulk action: exactly 5,000 ids are not too many')
    await bulkTurns(law.session).end()
  },
})

/** Whether ids that the store does not have leave a request valid (question bulk.unknown_ids). */
async function acceptsUnknown(law: Law, id: number): Promise<boolean> {
  const { observations } = law.session
  if (observations.value('bulk.unknown_ids') === undefined) {
    await idle(law)
    const body = { invoice_ids: [id, UNLIKELY_ID] }
    observe(law, body, await bulkTurns(law.session).ask(body))
  }
  return ['skipped', 'counted'].includes(String(observations.value('bulk.unknown_ids')))
}

const upTo = (ids: readonly number[], count: number) => [
  ...ids.slice(0, count),
  ...strangers(count - ids.length),
]

async function judgeTooMany(law: Law, invoice_ids: number[], isTelling: boolean): Promise<void> {
  await idle(law)
  const turns = bulkTurns(law.session)
  let exchange = await turns.ask({ invoice_ids })
  for (let pause = 50; pause < 5000 && isConflictOnly(law, exchange); pause *= 2) {
    await sleep(pause)
    exchange = await turns.ask({ invoice_ids })
  }
  if (isConflictOnly(law, exchange)) return law.of(MAX).missing("another's bulk action stayed in progress")
  if (isTelling) law.of(MAX).refused(exchange, 'unprocessable')
  else if (isSuccess(exchange))
    throw law.of(MAX).violation({ expected: `a refusal of ${invoice_ids.length} ids`, exchanges: exchange })
}

/** Someone else's action in progress, told before the input is looked at (question errors.precedence). */
const isConflictOnly = ({ session: { kinds } }: Law, exchange: Exchange) =>
  kinds.learned('conflict') !== undefined &&
  kinds.is('conflict', exchange) &&
  !kinds.is('unprocessable', exchange)

/** All ids of a store that has so many, else those that are known. */
async function manyIds(law: Law): Promise<number[]> {
  const few = await invoiceIds(law)
  const page = await law.call('listInvoices', { query: { per_page: 1 } })
  const meta = member(page, 'meta') as { total?: unknown } | undefined
  if (Number(meta?.total) <= LIMIT) return few
  const { items } = await walk<InvoiceSummary>(
    law.session.client,
    'listInvoices',
    'invoices',
    {},
    'api',
    250,
    21,
  )
  return items.map(({ id }) => id)
}

/** What total_count counts of repeated ids, and whether they count towards the limit. */
const repeated = check('bulk.queued', {
  name: 'bulk actions with repeated ids',
  async run(law) {
    const [id] = await invoiceIds(law)
    const turns = bulkTurns(law.session)
    if (!turns.hasHook) return
    await idle(law)
    const twice = await turns.ask({ invoice_ids: [id, id] })
    const action = member(twice, 'bulk_action') as { total_count?: unknown } | undefined
    if (isSuccess(twice))
      law.observe(
        'bulk.total_count_of',
        action?.total_count === 1 ? 'distinct_invoices' : 'every_entry',
        twice,
      )
    await idle(law)
    const often = await turns.ask({ invoice_ids: Array.from({ length: LIMIT + 1 }, () => id) })
    law.observe('bulk.repeated_ids', isSuccess(often) ? 'once' : 'each', often)
    await turns.end()
  },
})

/** bulk.ids-required, bulk.rejected-no-effect and bulk.max-ids. */
export const bulkRefusals: readonly Check[] = [idsRequired, rejectedNoEffect, maxIds, repeated]
