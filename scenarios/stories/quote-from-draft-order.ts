import story from './story.ts'

export default story(
  import.meta,
  {
    tells: 'A draft order becomes a quote or a pro-forma, which is then found by its type and by its number.',
    allow: ['invoices'],
    needs: ['draft_order_ids'],
  },
  async ({ target: { base_url, api_key, draft_order_ids }, fetch, step, check }) => {
    const headers = { 'x-auth-token': api_key, 'content-type': 'application/json' }

    step('Make it of a draft order: draft says that the id is one of those')
    const body = JSON.stringify({ order_id: draft_order_ids[0], draft: true })
    const created = await fetch(`${base_url}/invoices`, { method: 'POST', headers, body })
    const { invoice } = await created.json()
    check(created.ok, `it is a ${invoice?.invoice_type}, ${invoice?.number}`)
    check(['quote', 'pro_forma'].includes(invoice.invoice_type), 'drafts are quotes and pro-formas')

    step('Look for it by its number')
    const q = encodeURIComponent(invoice.number)
    const found = await fetch(`${base_url}/invoices/search?q=${q}&per_page=250`, { headers })
    const { invoices } = await found.json()
    check(
      invoices?.some(({ slug }) => slug === invoice.slug),
      'the search finds it',
    )

    step('List its kind')
    const listed = await fetch(`${base_url}/invoices?invoice_type=${invoice.invoice_type}`, { headers })
    const types = (await listed.json()).invoices?.map(({ invoice_type }) => invoice_type)
    check(new Set(types).size === 1, `the list holds nothing but ${invoice.invoice_type}s`)
  },
)
