import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { unchanged } from '../../judge/relations.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { CUSTOMERS, TEMPLATES } from '../records/record-kind.ts'
import { Records } from '../records/records.ts'
import { changing, remember } from '../settings/change.ts'
import { invoicesView, settingsIn } from '../views.ts'
import { everyWrite, type Own, type Write } from '../writes.ts'
import { nearTokens } from './keys.ts'

/** Writes without a key, and with keys that are nearly the store's, on records of our own. */
export const unauthorizedNoEffect = check('auth.unauthorized-no-effect', {
  name: 'writes that are answered unauthorized',
  run: changing(async (law: Law) => {
    const settings = settingsIn(await law.call('readSettings'))
    if ('footer_message' in settings) remember(law, settings, ['footer_message'])
    const [templates, customers] = [new Records(law, TEMPLATES), new Records(law, CUSTOMERS)]
    const judge = async () => {
      const own = [...(await ownOf(templates)), ...(await ownOf(customers))]
      for (const write of await everyWrite(law, 'api', own))
        await unchanged(law, { views: [write.view], after: () => withBadKeys(law, write) })
    }
    await templates.tidying(() => customers.tidying(judge))
    await judgeCreation(law)
  }),
})

/** A record of our own, unless the server takes none. */
async function ownOf(records: Records): Promise<Own[]> {
  const { input, shown } = await records.create(await records.input())
  return shown ? [{ kind: records.kind, id: shown.id, input }] : []
}

/** With each key in turn, until one is taken for a good one, which is the business of auth.key-unknown. */
async function withBadKeys(law: Law, { operation, call }: Omit<Write, 'view'>): Promise<Exchange[]> {
  const keys: Call[] = [{ key: 'none' }, ...nearTokens(law).map((token) => ({ key: 'bad' as const, token }))]
  const answers: Exchange[] = []
  for (const key of keys) {
    const answer = await law.call(operation, { ...call, ...key })
    answers.push(answer)
    if (isSuccess(answer)) break
  }
  return answers
}

/** Orders that are to be invoiced anyway, each at one look: a faulty server invoices it once. */
async function judgeCreation(law: Law): Promise<void> {
  const orders = law.target.order_ids.slice(-2)
  if (!law.permits('createInvoice') || orders.length === 0) return
  await unchanged(law, {
    views: [invoicesView(law)],
    after: (look) =>
      withBadKeys(law, { operation: 'createInvoice', call: { body: { order_id: orders[look] } } }),
    looks: orders.length,
  })
}
