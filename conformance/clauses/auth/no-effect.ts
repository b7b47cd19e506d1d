import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { unchanged } from '../../judge/relations.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { createCustomer, createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { puttingBack, remember } from '../settings/change.ts'
import { invoicesView, settingsIn } from '../views.ts'
import { everyWrite, type Write } from '../writes.ts'
import { nearTokens } from './keys.ts'

/** Writes without a key, and with keys that are nearly the store's, on records of our own. */
export const unauthorizedNoEffect = check('auth.unauthorized-no-effect', {
  name: 'writes that are answered unauthorized',
  run: (law) =>
    puttingBack(law, async () => {
      const settings = settingsIn(await law.call('readSettings'))
      if ('footer_message' in settings) remember(law, settings, ['footer_message'])
      const { record: template, input: named } = await createTemplate(law.session)
      const { record: customer, input: someone } = await createCustomer(law.session)
      const own = [
        template && { id: template.id, input: named },
        customer && { id: customer.id, input: someone },
      ] as const
      try {
        for (const write of await everyWrite(law, 'api', ...own))
          await unchanged(law, { views: [write.view], after: () => withBadKeys(law, write) })
        await judgeCreation(law)
      } finally {
        if (template) await deleteOwn(law.session, 'templates', template.id)
        if (customer) await deleteOwn(law.session, 'customers', customer.id)
      }
    }),
})

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

/** Orders that are to be invoiced anyway, each in one look: a faulty server invoices it once. */
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
