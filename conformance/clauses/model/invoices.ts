import fc from 'fast-check'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { records } from '../../server/store/inventory.ts'
import { hasEmail } from '../create/first-invoices.ts'
import { packable, type Asked } from '../create/packed.ts'
import type { Fields } from '../records/record-kind.ts'
import { sameValue } from '../same-value.ts'
import { shows } from './audit.ts'
import { command, commandOn } from './command.ts'
import { isInvoice, pick, type Invoice, type Model, type Order, type Play } from './model.ts'

type Options = { generate_pdf?: boolean; packing_slip?: boolean }

const keyOf = ({ order_id, draft }: Order) => `${draft ? 'draft' : 'order'} ${order_id}`

/** Fields that never change once an invoice was made. */
const FIXED = ['id', 'slug', 'number', 'created_at', 'order_name'] as const

/** Whether it is that very invoice. */
const isSame = (shown: unknown, known: Fields): boolean =>
  shows(shown, Object.fromEntries(FIXED.map((field) => [field, known[field]])))

async function create(order: Order, options: Options, times: number, play: Play): Promise<void> {
  const body = { order_id: order.order_id, ...(order.draft && { draft: true }), ...options }
  const answers = await Promise.all(Array.from({ length: times }, () => play.act('createInvoice', { body })))
  for (const answer of answers) judgeCreation(keyOf(order), answer, play)
  await audit(play)
}

/** The first answer for an order tells its invoice; every later one must be the same. */
function judgeCreation(key: string, answer: Exchange, play: Play): void {
  const invoice = member(answer, 'invoice')
  if (!isSuccess(answer) || !isInvoice(invoice)) return
  const { invoices } = play.model
  const known = invoices.get(key)
  if (known) play.demand(isSame(invoice, known), `the invoice ${known.slug} that ${key} has`)
  for (const [other, { slug }] of invoices)
    play.demand(
      other === key || slug !== invoice.slug,
      `an invoice of its own for ${key}, not that of ${other}`,
    )
  invoices.set(key, known ?? invoice)
}

async function regenerate(known: Invoice, query: Fields, play: Play): Promise<void> {
  const answer = await play.act('regenerateInvoice', { params: { slug: known.slug }, query })
  if (isSuccess(answer)) play.demand(isSame(member(answer, 'invoice'), known), `invoice ${known.slug} itself`)
  await audit(play)
}

async function pdf(known: Invoice, asked: Asked, play: Play): Promise<void> {
  const { slug, number } = known
  const [query] = await packable(play.law, isOfDraft(known, play), [asked])
  if (!query || !play.law.mayCall('readInvoicePdf', { params: { slug }, query })) return
  const answer = await play.act('readInvoicePdf', { params: { slug }, query })
  const isOfIt = shows(member(answer, 'invoice'), { slug, number })
  play.demand(isSuccess(answer) && isOfIt, `a download URL for invoice ${slug}`)
}

/** A draft need not have a packing slip. */
const isOfDraft = (known: Invoice, { model, orders }: Play): boolean =>
  orders.some((order) => order.draft && model.invoices.get(keyOf(order)) === known)

/** A template that only a reading names stays as it was, whether it suits the document or not. */
async function pdfOfTemplate({ slug }: Invoice, at: number, play: Play): Promise<void> {
  const [template_id] = pick(play.model.templates, at) ?? []
  const call = { params: { slug }, query: { template_id } }
  if (play.law.mayCall('readInvoicePdf', call)) await play.act('readInvoicePdf', call)
}

/** Sending an invoice leaves what it says as it was. */
async function send({ slug }: Invoice, play: Play): Promise<void> {
  const read = async () => member(await play.act('readInvoice', { params: { slug } }), 'invoice')
  const before = await read()
  if (!isObject(before) || !hasEmail(before)) return
  const call = { params: { slug }, body: {} }
  if (!play.law.mayCall('sendInvoiceEmail', call)) return
  await play.act('sendInvoiceEmail', call)
  const after = await read()
  for (const field of [...FIXED, 'note', 'currency', 'total_price'])
    play.demand(
      shows(after, { [field]: before[field] }),
      `${field} of invoice ${slug} as before it was sent: ${JSON.stringify(before[field])}`,
    )
}

/** Of the newest invoice: it is read, and found once by its number. */
async function audit(play: Play): Promise<void> {
  const [newest] = [...play.model.invoices].slice(-1)
  if (!newest) return
  const [key, known] = newest
  const { slug, number } = known
  const read = member(await play.act('readInvoice', { params: { slug } }), 'invoice')
  play.demand(isSame(read, known), `invoice ${slug} of ${key} as it was created`)
  const found = await play.act('searchInvoices', { query: { q: number, per_page: 250 } })
  const items = records<Fields>(found, 'invoices')
  const same = items.filter((item) => item['slug'] === slug && item['number'] === number)
  const itself = same.filter((item) => sameValue(item['order_name'], known['order_name']))
  if (isSuccess(found) && items.length < 250)
    play.demand(itself.length === 1, `invoice ${number} exactly once in the search for its number`)
}

const made = (model: Model) => model.invoices.values()

export const invoiceCommands = [
  fc
    .tuple(
      fc.nat(7),
      fc.constantFrom<Options>({}, { generate_pdf: false }, { packing_slip: true }),
      fc.constantFrom(1, 1, 4),
    )
    .map(([at, options, times]) =>
      command({
        name: `createInvoice(order #${at}, ${JSON.stringify(options)})${times > 1 ? ` ${times} times at once` : ''}`,
        async run(play) {
          const order = pick(play.orders, at)
          if (order) await create(order, options, times, play)
        },
      }),
    ),
  fc.tuple(fc.nat(7), fc.constantFrom<Fields>({}, { packing_slip: true })).map(([at, query]) =>
    commandOn(made, at, {
      name: `regenerateInvoice(#${at}, ${JSON.stringify(query)})`,
      run: (play, invoice) => regenerate(invoice, query, play),
    }),
  ),
  fc.tuple(fc.nat(7), fc.boolean()).map(([at, slip]) =>
    commandOn(made, at, {
      name: `readInvoicePdf(#${at}${slip ? ', packing_slip' : ''})`,
      run: (play, invoice) => pdf(invoice, slip ? { packing_slip: true } : {}, play),
    }),
  ),
  fc.nat(7).map((at) =>
    commandOn(made, at, {
      name: `readInvoicePdf(#${at}, template #${at})`,
      possible: (model) => model.templates.size > 0,
      run: (play, invoice) => pdfOfTemplate(invoice, at, play),
    }),
  ),
]

export const sendCommands = [
  fc.nat(7).map((at) =>
    commandOn(made, at, {
      name: `sendInvoiceEmail(#${at})`,
      run: (play, invoice) => send(invoice, play),
    }),
  ),
]
