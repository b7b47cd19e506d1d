import fc from 'fast-check'
import type { InvoiceDetail } from '../../../schemas/types.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { sameValue } from '../same-value.ts'
import { hasEmail } from '../create/first-invoices.ts'
import { records } from '../../server/store/inventory.ts'
import { command } from './command.ts'
import { act, demand, pick, type Fields, type Model, type Real } from './model.ts'

type Options = { generate_pdf?: boolean; packing_slip?: boolean }

const keyOf = ({ order_id, draft }: { order_id: number; draft: boolean }) =>
  `${draft ? 'draft' : 'order'} ${order_id}`

/** Fields that never change once an invoice was made. */
const FIXED = ['id', 'slug', 'number', 'created_at', 'order_name'] as const
const fixed = (invoice: Fields): Fields => Object.fromEntries(FIXED.map((field) => [field, invoice[field]]))

async function create(
  index: number,
  options: Options,
  times: number,
  model: Model,
  real: Real,
): Promise<void> {
  const order = pick(real.orders, index)!
  const body = { order_id: order.order_id, ...(order.draft && { draft: true }), ...options }
  const answers = await Promise.all(Array.from({ length: times }, () => act(real, 'createInvoice', { body })))
  for (const answer of answers) judgeCreation(keyOf(order), answer, model, real)
  await audit(model, real)
}

/** The first answer for an order tells its invoice; every later one must be the same. */
function judgeCreation(key: string, answer: Exchange, model: Model, real: Real): void {
  const invoice = member(answer, 'invoice')
  if (!isSuccess(answer) || !isObject(invoice)) return
  const known = model.invoices.get(key)
  if (known)
    demand(
      real,
      sameValue(fixed(invoice), fixed(known as unknown as Fields)),
      `the invoice ${known.slug} that ${key} has`,
    )
  for (const [other, { slug }] of model.invoices) {
    demand(
      real,
      other === key || slug !== invoice['slug'],
      `an invoice of its own for ${key}, not that of ${other}`,
    )
  }
  model.invoices.set(key, known ?? (invoice as unknown as InvoiceDetail))
}

async function regenerate(index: number, query: Fields, model: Model, real: Real): Promise<void> {
  const [, known] = pick(model.invoices, index)!
  const answer = await act(real, 'regenerateInvoice', { params: { slug: known.slug }, query })
  const invoice = member(answer, 'invoice')
  if (isSuccess(answer))
    demand(
      real,
      isObject(invoice) && sameValue(fixed(invoice), fixed(known as unknown as Fields)),
      `invoice ${known.slug} itself`,
    )
  await audit(model, real)
}

async function pdf(index: number, query: Fields, model: Model, real: Real): Promise<void> {
  const [, { slug, number }] = pick(model.invoices, index)!
  const answer = await act(real, 'readInvoicePdf', { params: { slug }, query })
  const invoice = member(answer, 'invoice')
  demand(
    real,
    isSuccess(answer) && isObject(invoice) && invoice['slug'] === slug && invoice['number'] === number,
    `a download URL for invoice ${slug}`,
  )
}

/** A template that only a reading names stays as it was, whether it suits the document or not. */
async function pdfOfTemplate(index: number, model: Model, real: Real): Promise<void> {
  const [, { slug }] = pick(model.invoices, index)!
  const [template_id] = pick(model.templates, index)!
  await act(real, 'readInvoicePdf', { params: { slug }, query: { template_id } })
}

/** Sending an invoice leaves what it says as it was. */
async function send(index: number, model: Model, real: Real): Promise<void> {
  const [, { slug }] = pick(model.invoices, index)!
  const before = member(await act(real, 'readInvoice', { params: { slug } }), 'invoice')
  if (!isObject(before) || !hasEmail(before)) return
  await act(real, 'sendInvoiceEmail', { params: { slug }, body: {} })
  const after = member(await act(real, 'readInvoice', { params: { slug } }), 'invoice')
  for (const field of [...FIXED, 'note', 'currency', 'total_price'])
    demand(
      real,
      isObject(after) && sameValue(after[field], before[field]),
      `${field} of invoice ${slug} as before it was sent: ${JSON.stringify(before[field])}`,
    )
}

/** The store's own total grows by no more than the invoices made, and each is read, and found by its number. */
async function audit(model: Model, real: Real): Promise<void> {
  const one = pick(model.invoices, model.invoices.size - 1)
  if (!one) return
  const [key, { slug, number }] = one
  const read = member(await act(real, 'readInvoice', { params: { slug } }), 'invoice')
  demand(
    real,
    isObject(read) && sameValue(fixed(read), fixed(model.invoices.get(key) as unknown as Fields)),
    `invoice ${slug} of ${key} as it was created`,
  )
  const found = await act(real, 'searchInvoices', { query: { q: number, per_page: 250 } })
  const same = records<Fields>(found, 'invoices').filter(
    (item) => item['number'] === number && item['order_name'] === (read as Fields)['order_name'],
  )
  if (isSuccess(found) && records(found, 'invoices').length < 250) {
    demand(
      real,
      same.filter((item) => item['slug'] === slug).length === 1,
      `invoice ${number} exactly once in the search for its number`,
    )
  }
}

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
        run: (model, real) =>
          real.orders.length === 0 ? Promise.resolve() : create(at, options, times, model, real),
      }),
    ),
  fc.tuple(fc.nat(7), fc.constantFrom<Fields>({}, { packing_slip: true })).map(([at, query]) =>
    command({
      name: `regenerateInvoice(#${at}, ${JSON.stringify(query)})`,
      possible: (model) => model.invoices.size > 0,
      run: (model, real) => regenerate(at, query, model, real),
    }),
  ),
  fc.tuple(fc.nat(7), fc.boolean()).map(([at, slip]) =>
    command({
      name: `readInvoicePdf(#${at}${slip ? ', packing_slip' : ''})`,
      possible: (model) => model.invoices.size > 0,
      run: (model, real) => pdf(at, slip ? { packing_slip: true } : {}, model, real),
    }),
  ),
  fc.nat(7).map((at) =>
    command({
      name: `readInvoicePdf(#${at}, template #${at})`,
      possible: (model) => model.invoices.size > 0 && model.templates.size > 0,
      run: (model, real) => pdfOfTemplate(at, model, real),
    }),
  ),
]

export const sendCommands = [
  fc.nat(7).map((at) =>
    command({
      name: `sendInvoiceEmail(#${at})`,
      possible: (model) => model.invoices.size > 0,
      run: (model, real) => send(at, model, real),
    }),
  ),
]
