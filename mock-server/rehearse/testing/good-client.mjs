// A client that keeps to the contract and leans on nothing else: it waits when it is told to, tries again what may be
// tried again, reads all pages, takes money as text and ids as they are. Its tests are the few lines at the end.
const { INVOICING_BASE_URL: base, INVOICING_API_KEY: key, INVOICING_TARGET: target } = process.env

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function once(method, path, body) {
  const response = await fetch(base + path, {
    method,
    headers: { 'X-Auth-Token': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status === 429 || response.status >= 500) throw new Error(`${response.status} ${text}`)
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

/** Every call here may be sent twice: an order has one invoice, however often it is asked for. */
async function call(method, path, body) {
  for (const wait of [50, 200, 1100]) {
    const answer = await once(method, path, body).catch(() => null)
    if (answer) return answer
    await sleep(wait)
  }
  return once(method, path, body)
}

function demand(holds, what) {
  if (holds) return
  console.error(`not ok: ${what}`)
  process.exit(1)
}

const { order_ids } = await (await fetch(target)).json()
const created = await call('POST', '/invoices', { order_id: order_ids[0] })
demand(created.status >= 200 && created.status < 300, `an invoice is created (${created.status})`)
const { slug, total_price } = created.body.invoice
demand(/^-?\d+(\.\d+)?$/.test(total_price), `${total_price} is money`)

const slugs = []
for (let page = 1, pages = 1; page <= pages; page++) {
  const { body } = await call('GET', `/invoices?per_page=250&page=${page}`)
  demand(Array.isArray(body?.invoices), 'a page has invoices')
  slugs.push(...body.invoices.map((invoice) => invoice.slug))
  pages = body.meta.total_pages
}
demand(slugs.includes(slug), 'the invoice is listed')
console.log(`ok: ${slugs.length} invoices`)
