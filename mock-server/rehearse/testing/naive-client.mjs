// A client with faults that people write: it takes 201 alone for success, never tries again, reads one page, keeps ids
// in 32 bits and money in numbers.
const { INVOICING_BASE_URL: base, INVOICING_API_KEY: key, INVOICING_TARGET: target } = process.env

const headers = { 'X-Auth-Token': key, 'Content-Type': 'application/json' }

function demand(holds, what) {
  if (holds) return
  console.error(`not ok: ${what}`)
  process.exit(1)
}

const { order_ids } = await (await fetch(target)).json()
const body = JSON.stringify({ order_id: order_ids[0] })
const response = await fetch(`${base}/invoices`, { method: 'POST', headers, body })
demand(response.status === 201, `201, and it is ${response.status}`)
const { invoice } = await response.json()
demand((invoice.id | 0) === invoice.id, `${invoice.id} is an id`)
demand(String(Number(invoice.total_price)) === invoice.total_price, `${invoice.total_price} is money`)

const list = await (await fetch(`${base}/invoices?per_page=250`, { headers })).json()
demand(
  list.invoices.some(({ slug }) => slug === invoice.slug),
  'the invoice is listed',
)
console.log('ok')
