import type { Law } from '../../judge/law.ts'
import type { Edit } from '../edits/edit.ts'
import { aroundDay } from '../filters/days.ts'
import { valuesOf } from '../filters/filters.ts'
import { readAgain, type Shown } from '../same-invoice.ts'

/** The list by a payment state has the invoice by its new one, and not by that of before; what no filter takes is open (question filters.unknown_value). */
export async function judgeState(law: Law, before: Shown, now: Shown): Promise<void> {
  await judgeListedBy(law, now, now.invoice.financial_status, true)
  await judgeListedBy(law, now, before.invoice.financial_status, false)
}

/** Before it is regenerated an invoice may follow its order or not (question invoice.auto_sync): the filter goes by what it shows. */
export async function judgeUnsynced(law: Law, { patch }: Edit, before: Shown): Promise<void> {
  const state = patch['financial_status']
  if (typeof state !== 'string') return
  const read = await readAgain(law, before.invoice)
  if (read.invoice.financial_status === state) return
  await judgeListedBy(law, read, read.invoice.financial_status, true)
  await judgeListedBy(law, read, state, false)
}

async function judgeListedBy(law: Law, now: Shown, financial_status: string, isKept: boolean): Promise<void> {
  if (!valuesOf('financial_status').includes(financial_status)) return
  const days = aroundDay(now.invoice.created_at)
  const { items, exchanges } = await law.walk('listInvoices', { query: { ...days, financial_status } })
  const isRight = items.some(({ slug }) => slug === now.invoice.slug) === isKept
  // It may have followed its order between two requests.
  if (!isRight && !sameStatus(now, await readAgain(law, now.invoice))) return
  law.judge(isRight, {
    message: `the list by financial_status ${financial_status}`,
    expected: `the invoice, which is ${now.invoice.financial_status} now, ${isKept ? '' : 'not '}listed`,
    got: isKept ? 'not listed' : 'listed',
    exchanges: [now.exchange, ...exchanges.slice(0, 1)],
  })
}

const sameStatus = (one: Shown, other: Shown): boolean =>
  one.invoice.financial_status === other.invoice.financial_status
