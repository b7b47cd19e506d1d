import story from './story.ts'

export default story(
  import.meta,
  {
    tells:
      'An order becomes an invoice, whose document can be downloaded. Asked again, the same one comes back.',
    allow: ['invoices'],
    needs: ['order_ids'],
  },
  async ({ target: { base_url, api_key, order_ids }, fetch, step, check }) => {
    const headers = { 'x-auth-token': api_key, 'content-type': 'application/json' }
    const body = JSON.stringify({ order_id: order_ids[0] })

    step('Make the invoice of an order')
    const created = await fetch(`${base_url}/invoices`, { method: 'POST', headers, body })
    const { invoice } = await created.json()
    check(created.ok, `it is ${invoice?.number} of ${invoice?.total_price} ${invoice?.currency}`)

    step('Ask again, as a client does whose connection was lost')
    const again = await fetch(`${base_url}/invoices`, { method: 'POST', headers, body })
    check(
      (await again.json()).invoice?.slug === invoice.slug,
      'the same invoice came back, and no second one',
    )

    step('Ask where its document is, and download it, without the key: the address is signed')
    const where = await fetch(`${base_url}/invoices/${invoice.slug}/pdf`, { headers })
    check(where.ok, 'there is an address')
    const document = await fetch((await where.json()).invoice.pdf_url)
    check((await document.text()).startsWith('%PDF'), 'it is a PDF')
  },
)
