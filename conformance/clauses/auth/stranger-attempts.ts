import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationId } from '../../../schemas/operations.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Call } from '../../server/client/call.ts'
import { isObject, isSuccess, member, type Exchange, type KeyName } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { Inventory } from '../../server/store/inventory.ts'
import { differingFields } from '../stated-fields.ts'

const CLAUSE = 'auth.scope-invoices'

/** So long an email may take that should not come. */
const SETTLING_MS = 60

/** So many invoices are tried with the options of each operation too. */
const WITH_OPTIONS = 2

type Attempt = readonly [operation: OperationId, call: Call]

/**
 * auth.scope-invoices: the stranger's key neither reads, changes nor sends these invoices of the owner, with the
 * options of the operations neither, and where the mailbox is seen no email comes of it.
 */
export async function judgeInvoices(
  law: Law,
  invoices: readonly InvoiceSummary[],
  owner: KeyName,
  stranger: KeyName,
): Promise<void> {
  const templates = await usableTemplates(law, owner, stranger)
  const before = await emailCounts(law, invoices)
  const sent: Exchange[] = []
  for (const [index, { slug }] of invoices.entries()) {
    const options = index < WITH_OPTIONS ? attemptsWithOptions(templates) : []
    const attempts = [...PLAIN, ...options]
    sent.push(...(await judgeInvoice(law, slug, attempts, owner, stranger)))
  }
  if (before === null || sent.length === 0) return
  await sleep(SETTLING_MS)
  judgeNoEmail(law, invoices, before, await emailCounts(law, invoices), sent)
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
 * One template of the stranger for invoices and one for packing slips; whether a credit note's may be used is not
 * said, and one that both stores list is the business of auth.scope-templates.
 */
async function usableTemplates(law: Law, owner: KeyName, stranger: KeyName): Promise<number[]> {
  const { client } = law.session
  const theirs = new Set((await new Inventory(client, owner).templates()).items.map(({ id }) => id))
  const { items } = await new Inventory(client, stranger).templates()
  return ['invoice', 'packing_slip'].flatMap(
    (type) => items.find(({ id, template_type }) => template_type === type && !theirs.has(id))?.id ?? [],
  )
}

/** Returns the attempts to send it. */
async function judgeInvoice(
  law: Law,
  slug: string,
  attempts: readonly Attempt[],
  owner: KeyName,
  stranger: KeyName,
): Promise<Exchange[]> {
  const permitted = law.of(CLAUSE).permitted([...new Set(attempts.map(([operation]) => operation))])
  const before = await law.call('readInvoice', { params: { slug }, key: owner })
  const tried: Exchange[] = []
  for (const [operation, call] of attempts) {
    if (!permitted.includes(operation)) continue
    const exchange = await law.call(operation, { ...call, params: { slug }, key: stranger })
    law.of(CLAUSE).refused(exchange, 'not-found')
    tried.push(exchange)
  }
  const after = await law.call('readInvoice', { params: { slug }, key: owner })
  const different = differingFields(member(before, 'invoice'), member(after, 'invoice'))
  law.of(CLAUSE).judge(!isSuccess(before) || (isSuccess(after) && different.length === 0), {
    message: "another store's key changed the invoice",
    expected: before.response.text.slice(0, 300),
    exchanges: [before, after],
  })
  return tried.filter(({ operation }) => operation === 'sendInvoiceEmail')
}

/** How many emails each invoice has in the mailbox; null where that is not seen, or nothing may be sent. */
async function emailCounts(law: Law, invoices: readonly InvoiceSummary[]): Promise<number[] | null> {
  const { client, platform } = law.session
  if (!platform.has('emails') || !client.permits('sendInvoiceEmail')) return null
  const emails: unknown[] = await platform.emails()
  const slugs = emails.map((email) => (isObject(email) ? String(email['slug']).toLowerCase() : ''))
  return invoices.map(({ slug }) => slugs.filter((one) => one === slug.toLowerCase()).length)
}

function judgeNoEmail(
  law: Law,
  invoices: readonly InvoiceSummary[],
  before: readonly number[],
  after: readonly number[] | null,
  sent: readonly Exchange[],
): void {
  const at = invoices.findIndex((_, index) => after !== null && after[index] !== before[index])
  const slug = invoices[at]?.slug
  law.of(CLAUSE).judge(at < 0, {
    message: "another store's key had the invoice sent, and was answered not-found",
    expected: 'no email',
    got: `${(after?.[at] ?? 0) - (before[at] ?? 0)} more of invoice ${slug}`,
    exchanges: sent.filter(({ params }) => params['slug'] === slug),
  })
}
