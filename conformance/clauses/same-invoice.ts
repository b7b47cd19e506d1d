import type { InvoiceDetail } from '../../schemas/types.ts'
import type { Law } from '../judge/law.ts'
import { invoiceIn } from '../server/activity/new-invoices.ts'
import type { Exchange } from '../server/client/exchange.ts'
import { lastSeen } from '../server/activity/last-seen.ts'
import { differingFields } from './stated-fields.ts'

/** An invoice, and the answer that shows it so. */
export interface Shown {
  invoice: InvoiceDetail
  exchange: Exchange
}

/** The invoice of an answer, whose fields may still be anything; the clause demands that there is one. */
export function invoiceOf(law: Law, exchange: Exchange): InvoiceDetail {
  law.success(exchange, 'a success with the invoice')
  const invoice = invoiceIn(exchange)
  if (!invoice)
    throw law.violation({
      expected: 'an object with invoice, its slug among the fields',
      exchanges: exchange,
    })
  return invoice
}

export const shownBy = (law: Law, exchange: Exchange): Shown => ({
  invoice: invoiceOf(law, exchange),
  exchange,
})

/** The invoice as a read shows it now. */
export const readAgain = async (law: Law, { slug }: { slug: string }): Promise<Shown> =>
  shownBy(law, await law.call('readInvoice', { params: { slug } }))

/** What an invoice keeps all its life (question numbering: its number never changes). */
const LASTING: readonly string[] = ['id', 'slug', 'number', 'invoice_type', 'created_at']

/** The clause demands that this answer shows the same invoice; returns what it shows now. */
export function judgeSameInvoice(
  law: Law,
  known: Shown,
  exchange: Exchange,
  message?: string,
  between: readonly Exchange[] = [],
): InvoiceDetail {
  const invoice = invoiceOf(law, exchange)
  const different = differingFields(known.invoice, invoice).filter((field) => LASTING.includes(field))
  judgeFields(law, known, { invoice, exchange }, different, { message, between, as: 'the same invoice: ' })
  return invoice
}

interface Telling {
  message?: string | undefined
  /** Fields that may differ. */
  but?: readonly string[]
  /** What happened between the two, for the counterexample. */
  between?: readonly Exchange[]
  /** What the fields stand for. */
  as?: string
}

/** The clause demands that two answers tell the same of an invoice. */
export function judgeAgrees(law: Law, known: Shown, now: Shown, { but, ...telling }: Telling = {}): void {
  judgeFields(law, known, now, differingFields(known.invoice, now.invoice, but), telling)
}

function judgeFields(
  law: Law,
  known: Shown,
  now: Shown,
  different: readonly string[],
  { message, between = [], as = '' }: Telling,
): void {
  if (different.length === 0) return law.pass()
  const { words, exchanges } = ownActs(law, known, now)
  const sentences = [staleness(law, known, now, different), message, words].filter(
    (text) => text !== undefined,
  )
  throw law.violation({
    ...(sentences.length > 0 && { message: sentences.join('; ') }),
    ...(different.length === 1 && { field: `invoice.${different[0]}` }),
    expected: `${as}${inWords(known.invoice, different)}`,
    got: inWords(now.invoice, different),
    exchanges: [...new Set([known.exchange, ...exchanges, ...between, now.exchange])],
  })
}

/** Says that a read after a regeneration shows the invoice as it was before. */
function staleness(
  { session }: Law,
  known: Shown,
  now: Shown,
  different: readonly string[],
): string | undefined {
  const { exchange, before } = lastSeen(session).regenerated.get(known.invoice.slug) ?? {}
  const former = before && invoiceIn(before)
  if (known.exchange !== exchange || now.exchange.request.method !== 'GET' || !former) return undefined
  const isFormer = inWords(former, different) === inWords(now.invoice, different)
  return isFormer ? 'stale: the read shows the invoice from before the regeneration' : undefined
}

/** Names the run's own edits and regenerations of the invoice between two answers: they may be to blame. */
function ownActs({ session }: Law, known: Shown, now: Shown): { words?: string; exchanges: Exchange[] } {
  const { slug } = known.invoice
  const since = known.exchange.started_at
  const regeneration = lastSeen(session).regenerated.get(slug)?.exchange
  const isBetween =
    regeneration !== undefined &&
    regeneration !== known.exchange &&
    regeneration !== now.exchange &&
    regeneration.started_at >= since
  const acts = [
    ...(session.platform.editedSince(session.orderOf.get(slug) ?? '', since) ? ['edited its order'] : []),
    ...(isBetween ? ['regenerated it'] : []),
  ]
  return {
    ...(acts.length > 0 && { words: `the run itself ${acts.join(' and ')} in between` }),
    exchanges: isBetween ? [regeneration] : [],
  }
}

/** The named fields of a record as they would stand in JSON. */
export function inWords(record: object, fields: readonly string[]): string {
  const shown = new Map<string, unknown>(Object.entries(record))
  return fields
    .map((field) => `${field} ${JSON.stringify(shown.get(field))}`)
    .join(', ')
    .slice(0, 1000)
}
