import { atOnce } from '../../judge/at-once.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { unchanged } from '../../judge/relations.ts'
import type { Call } from '../../server/client/call.ts'
import { isObject, type Exchange } from '../../server/client/exchange.ts'
import { invoiceView } from '../views.ts'
import { allEmails, othersSend, settle } from '../email/mailbox.ts'
import { foreign, judgeUnreachable, type Direction } from './foreign.ts'

/** So many invoices are tried with the options of each operation too. */
const WITH_OPTIONS = 2

type Attempt = readonly [operation: OperationId, call: Call]

/**
 * The stranger's key neither reads, changes nor sends these invoices of the owner, with the options of the operations
 * neither, and where the mailbox is seen no email comes of it.
 */
export async function judgeInvoices(
  law: Law,
  invoices: readonly InvoiceSummary[],
  direction: Direction,
): Promise<void> {
  const templates = await usableTemplates(law, direction)
  const before = await emailCounts(law, invoices)
  const tried = await atOnce(invoices.entries(), ([index, { slug }]) => {
    const options = index < WITH_OPTIONS ? attemptsWithOptions(templates) : []
    return judgeInvoice(law, slug, [...PLAIN, ...options], direction)
  })
  const sent = tried.flat().filter(({ operation }) => operation === 'sendInvoiceEmail')
  if (before !== null && sent.length > 0) await judgeNoEmail(law, invoices, direction, before, sent)
}

const PLAIN: readonly Attempt[] = [
  ['readInvoice', {}],
  ['readInvoicePdf', {}],
  ['regenerateInvoice', {}],
  ['sendInvoiceEmail', { body: {} }],
]

/** The stranger's own templates are known to it: nothing but the invoice can be refused. */
function attemptsWithOptions(templates: readonly number[]): Attempt[] {
  const queries = [{ packing_slip: true }, ...templates.map((template_id) => ({ template_id }))]
  return [
    ...(['readInvoicePdf', 'regenerateInvoice'] as const).flatMap((operation) =>
      queries.map((query): Attempt => [operation, { query }]),
    ),
    ...templates.map((template_id): Attempt => ['sendInvoiceEmail', { body: { template_id } }]),
  ]
}

/**
 * One template of the stranger that is there to stay for invoices and one for packing slips; whether a credit note's may be used is not
 * said, and one that both stores list is the business of auth.scope-templates.
 */
async function usableTemplates(law: Law, { owner, stranger }: Direction): Promise<number[]> {
  const items = await foreign(law, (store) => store.templates(), { owner: stranger, stranger: owner })
  const own = new Set(items.map(({ id }) => id))
  const lasting = (await law.storeOf(stranger).lastingTemplates()).filter(({ id }) => own.has(id))
  return ['invoice', 'packing_slip'].flatMap(
    (type) => lasting.find(({ template_type }) => template_type === type)?.id ?? [],
  )
}

/** Returns the answers to the stranger. */
async function judgeInvoice(
  law: Law,
  slug: string,
  attempts: readonly Attempt[],
  { owner, stranger }: Direction,
): Promise<Exchange[]> {
  const permitted = law
    .permitted([...new Set(attempts.map(([operation]) => operation))])
    .filter((operation) => operation !== 'readInvoicePdf' || law.mayTry('documents', 'documents'))
    .filter((operation) => operation !== 'regenerateInvoice' || law.mayTry('hostile-input', 'regenerations'))
  const tried: Exchange[] = []
  if (law.allows('documents') && attempts.length > PLAIN.length)
    await law.call('readInvoicePdf', { params: { slug }, key: owner })
  await unchanged(law, {
    views: [invoiceView(law, owner, slug)],
    async after() {
      for (const [operation, attempt] of attempts.filter(([one]) => permitted.includes(one))) {
        const call: Call = { ...attempt, params: { slug }, key: stranger }
        if (!law.mayCall(operation, call)) continue
        const exchange = await law.call(operation, call)
        judgeUnreachable(law, exchange, owner, `invoice ${slug}`)
        tried.push(exchange)
      }
      return tried
    },
    // A bulk action that nobody can end moves updated_at when it ends by itself.
    looks: law.turns.hasHook ? 1 : 2,
  })
  return tried
}

/** How many emails each invoice has in the mailbox; null where that is not seen, or nothing may be sent. */
async function emailCounts(law: Law, invoices: readonly InvoiceSummary[]): Promise<number[] | null> {
  if (!law.platform.has('emails') || !law.permits('sendInvoiceEmail')) return null
  const emails: unknown[] = await allEmails(law)
  const slugs = emails.map((email) => (isObject(email) ? String(email['slug']).toLowerCase() : ''))
  return invoices.map(({ slug }) => slugs.filter((one) => one === String(slug).toLowerCase()).length)
}

/** Where emails come that nobody asked for, the stranger asks again: those that come each time come of it. */
async function judgeNoEmail(
  law: Law,
  invoices: readonly InvoiceSummary[],
  { stranger: key }: Direction,
  first: readonly number[],
  sent: readonly Exchange[],
): Promise<void> {
  let [before, exchanges] = [first, sent]
  await law.settled(async (look) => {
    if (look > 0)
      exchanges = await atOnce(invoices, ({ slug }) =>
        law.call('sendInvoiceEmail', { params: { slug }, body: {}, key }),
      )
    await settle(law)
    const after = (await emailCounts(law, invoices)) ?? before
    const at = invoices.findIndex((_, index) => after[index] !== before[index])
    if (at < 0) return null
    const slug = invoices[at]?.slug
    const evidence = {
      message: "another store's key had the invoice sent, and was answered not-found",
      expected: 'no email',
      got: `${(after[at] ?? 0) - (before[at] ?? 0)} more of invoice ${slug}`,
      exchanges: exchanges.filter(({ params }) => params['slug'] === slug),
    }
    if (slug === undefined || !(await othersSend(law, slug))) throw law.violation(evidence)
    before = after
    return evidence
  })
}
