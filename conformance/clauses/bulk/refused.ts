import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { FEW_KEYS, withBadKeys } from '../bad-keys.ts'
import { idle, invoiceIds, MAX, strangers, type Ids } from './invoices.ts'
import { observeBulk } from './observe.ts'

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

const idsRequired = check('bulk.ids-required', {
  name: 'bulk actions without invoice ids',
  async run(law) {
    const [id] = await invoiceIds(law)
    await idle(law)
    const answers = await atOnce(withoutIds(id), (body) => law.turns.ask(body))
    for (const answer of answers) law.refused(answer, 'unprocessable')
  },
})

/** Without a key, and with keys that are nearly the store's, no action begins: a valid request is accepted at once. */
const unauthorized = check('auth.unauthorized-no-effect', {
  name: 'a bulk action after requests that are answered unauthorized',
  needs: ['bulk'],
  async run(law) {
    const ids = await invoiceIds(law)
    await judgeStillFree(law, ids, async () => {
      await idle(law)
      const answers = await withBadKeys(law, 'bulkPdf', { body: { invoice_ids: ids } }, FEW_KEYS)
      if (answers.some(isSuccess)) law.notExercised('a bad key is taken for a good one')
      return answers
    })
  },
})

/** After refusals of every kind a valid request is accepted at once. */
const rejectedNoEffect = check('bulk.rejected-no-effect', {
  name: 'a bulk action after refused requests',
  shows: ['bulk.empty', 'bulk.unknown_ids', 'bulk.template_unknown'],
  async run(law) {
    const ids = await invoiceIds(law)
    for (const bodies of groups(law, ids)) await judgeStillFree(law, ids, () => refusalsOf(law, bodies))
  },
})

/** What is no name of a template, however it is read. */
const NO_NAMES = [{}, ['default']]

/** One group where each start costs the time of an action. */
function groups(law: Law, ids: Ids): object[][] {
  const [id] = ids
  const shapes = withoutIds(id)
  const unknown = { invoice_ids: [id, UNLIKELY_ID] }
  const unnamed = NO_NAMES.map((template_name) => ({ invoice_ids: [id], template_name }))
  const many = { invoice_ids: [...ids, ...strangers(MAX + 1 - ids.length)] }
  const misnamed = { invoice_ids: [id], template_name: `No such ${law.marker}` }
  if (!law.turns.hasHook) return [[...shapes, ...unnamed, many, misnamed, unknown]]
  const open = [{ invoice_ids: [] }, unknown, { invoice_ids: [UNLIKELY_ID] }, misnamed]
  return [shapes, ...[...open, ...unnamed, many].map((body) => [body])]
}

/**
 * Someone else may have started an action: what is refused each time right after an action of ours has ended is
 * refused for that one.
 */
function judgeStillFree(law: Law, ids: Ids, send: () => Promise<Exchange[]>): Promise<void> {
  const turns = law.turns
  return law.settled(async (look) => {
    if (look > 0) {
      const { outcome } = await turns.start({ invoice_ids: [ids[0]] })
      if (outcome !== 'accepted') law.notExercised('no bulk action could be started')
      await turns.end()
    }
    const refused = await send()
    if (refused.length === 0) law.missing('the server accepts what others refuse')
    const valid = await turns.ask({ invoice_ids: ids })
    await turns.end()
    if (isSuccess(valid)) return null
    return {
      message: `${refused.length} requests were refused`,
      expected: 'a bulk action, for a valid request right after them',
      exchanges: [...refused.slice(-2), valid],
    }
  })
}

/** Sends the bodies while no action is in progress; returns those answers that refuse them. */
async function refusalsOf(law: Law, bodies: readonly object[]): Promise<Exchange[]> {
  const refused: Exchange[] = []
  await idle(law)
  for (const exchange of await atOnce(bodies, (body) => law.turns.ask(body))) {
    observeBulk(law, exchange)
    if (isSuccess(exchange)) await idle(law)
    else refused.push(exchange)
  }
  return refused
}

export const bulkRefusals: readonly Check[] = [idsRequired, rejectedNoEffect, unauthorized]
