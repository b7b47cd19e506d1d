import story from './story.ts'

export default story(
  import.meta,
  {
    tells:
      'A packing slip by a template of its own: the template says what it is, and packing_slip need not be sent.',
    allow: ['writes'],
  },
  async ({ target: { base_url, api_key }, fetch, step, check }) => {
    const headers = { 'x-auth-token': api_key, 'content-type': 'application/json' }
    const download = async (query: string) => {
      const where = await fetch(`${base_url}/invoices/${slug}/pdf?${query}`, { headers })
      check(where.ok, 'there is an address')
      return (await fetch((await where.json()).invoice.pdf_url)).text()
    }

    step('Take an invoice that there is')
    const { invoices } = await (await fetch(`${base_url}/invoices?per_page=1`, { headers })).json()
    const slug = invoices?.[0]?.slug
    check(slug !== undefined, 'there is one')

    step('Make a template for packing slips')
    const body = JSON.stringify({ template: { name: 'Story: gift slip', template_type: 'packing_slip' } })
    const made = await fetch(`${base_url}/templates`, { method: 'POST', headers, body })
    check(made.ok, 'it is there')
    const { template } = await made.json()
    try {
      step('Download the packing slip, and the invoice')
      const slip = await download(`template_id=${template.id}`)
      const invoice = await download('packing_slip=false')
      check(slip.startsWith('%PDF') && invoice.startsWith('%PDF'), 'both are PDFs')
      check(slip !== invoice, 'they are not the same')
    } finally {
      step('Take the template away again')
      await fetch(`${base_url}/templates/${template.id}`, { method: 'DELETE', headers })
    }
  },
)
