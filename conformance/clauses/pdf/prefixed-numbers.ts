import type { InvoiceDetail } from '../../../schemas/types.ts'
import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { hasDocument } from '../documented.ts'
import { complete, fetchDocument } from './document.ts'
import { judgeEnvelope } from './envelope.ts'
import { INVOICES } from '../places.ts'
import { inWords, readAgain } from '../same-invoice.ts'
import { judgeFound } from '../search/by-field.ts'
import { isSearchable } from '../search-texts.ts'
import { changing, readSettings, remember, updateSettings } from '../settings/change.ts'
import { spareInvoice } from '../spare-invoice.ts'

/** An invoice keeps its number, is found by it, has it on its document and through a regeneration, while numbers begin with a sign and when they do no more. */
export const numbersByPrefix = check(
  ['create.persists', 'pdf.envelope', 'pdf.download', 'regenerate.unedited'],
  {
    name: 'numbers of invoices before and after their prefix changes',
    needs: ['writes', 'orders'],
    touches: { ...INVOICES, settings: 'changes', terms: 'changes' },
    run: changing(async (law) => {
      if (!law.target.allow.has('settings'))
        return law.leaveOut('invoice_number_prefix (needs --allow settings)')
      const { shown } = await readSettings(law)
      const before = shown['invoice_number_prefix']
      if (typeof before !== 'string') return law.missing('the settings show no prefix of numbers')
      remember(law, shown, ['invoice_number_prefix'])
      if (!(await takesPrefix(law))) return law.missing('the server takes no prefix of our own')
      const made = [await spareInvoice(law), await spareInvoice(law, { draft: true })].flatMap(
        (one) => one?.invoice ?? [],
      )
      for (const invoice of made) await judgeNumber(law, invoice)
      await updateSettings(law, { invoice_number_prefix: before })
      for (const invoice of made) await judgeNumber(law, invoice)
      await atOnce(made, (invoice) => judgeRegenerated(law.of('regenerate.unedited'), invoice))
    }),
  },
)

/** What has a meaning in an address, and letters that a header cannot hold. */
const PREFIXES = ['#K/請-', '#K/']

/** Numbers begin with the first of them that the server takes. */
async function takesPrefix(law: Law): Promise<boolean> {
  for (const invoice_number_prefix of PREFIXES)
    if (isSuccess(await updateSettings(law, { invoice_number_prefix }))) return true
  return false
}

async function judgeRegenerated(law: Law, { slug, number }: InvoiceDetail): Promise<void> {
  const regenerated = await law.call('regenerateInvoice', { params: { slug } })
  if (!isSuccess(regenerated)) return
  const read = await readAgain(law, { slug })
  law.judge(read.invoice.number === number, {
    message: 'the prefix of new numbers changed, and the invoice was regenerated',
    expected: `number ${number}, as it was created`,
    got: inWords(read.invoice, ['number']),
    exchanges: [regenerated, read.exchange],
  })
}

async function judgeNumber(law: Law, made: InvoiceDetail): Promise<void> {
  const { slug, number } = made
  const read = await readAgain(law, made)
  law.of('create.persists').judge(read.invoice.number === number, {
    message: 'the prefix of new numbers changed',
    expected: `number ${number}, as it was created`,
    got: inWords(read.invoice, ['number']),
    exchanges: read.exchange,
  })
  if (isSearchable(number)) await judgeFound(law.of('search.by-number'), made, number)
  if (!hasDocument(made)) return
  const fetched = await fetchDocument(law.session, slug)
  judgeEnvelope(law.of('pdf.envelope'), fetched.answer, made)
  // What ends a path elsewhere is a sign of the number in the document's address.
  complete(law.of('pdf.download'), fetched)
}
