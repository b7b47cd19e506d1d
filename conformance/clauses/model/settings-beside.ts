import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { remember, updateSettings } from '../settings/change.ts'
import { settingsIn } from '../views.ts'
import type { Write } from './sights.ts'

/** A text that prints, and where it may be changed what numbers begin with: those of invoices that are there stay. */
export async function* onSettings(law: Law, invoice: InvoiceDetail | null): AsyncGenerator<Write> {
  const texts = law.allows('settings') ? ['footer_message', 'invoice_number_prefix'] : []
  for (const field of texts)
    yield {
      free: (thing) => {
        if (thing === 'settings') return [field, 'next_invoice_number']
        return invoice && thing.startsWith(`invoice ${invoice.slug}`) ? ['updated_at'] : []
      },
      async perform() {
        const before = settingsIn(await law.call('readSettings'))
        if (typeof before[field] !== 'string') return null
        remember(law, before, [field])
        const exchange = await updateSettings(law, { [field]: `CK${String(before[field]).length}-` })
        if (!isSuccess(exchange)) return null
        if (invoice) await judgeNumber(law, invoice, exchange)
        return exchange
      },
    }
}

/** A document names its invoice as it is, whatever numbers begin with since. */
async function judgeNumber(law: Law, { slug, number }: InvoiceDetail, update: Exchange): Promise<void> {
  const exchange = await law.call('readInvoicePdf', { params: { slug } })
  const named = member(exchange, 'invoice')
  if (!isSuccess(exchange) || !isObject(named)) return
  law.judge(named['number'] === number, {
    field: 'invoice.number',
    message: 'the settings changed what numbers begin with',
    expected: `number ${number}, as before`,
    exchanges: [update, exchange],
  })
}
