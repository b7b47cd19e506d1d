import story from './story.ts'

export default story(
  import.meta,
  {
    tells:
      'An invoice is sent to its customer by email, with a document that a template of our choice makes.',
    allow: ['email'],
  },
  async ({ target: { base_url, api_key, hooks }, fetch, step, check }) => {
    const headers = { 'x-auth-token': api_key, 'content-type': 'application/json' }

    step('Choose a template for invoices')
    const { templates } = await (await fetch(`${base_url}/templates`, { headers })).json()
    const template = templates?.find(({ template_type }) => template_type === 'invoice')
    check(template !== undefined, `it is ${template?.name}`)

    step('Choose an invoice whose customer has an email address')
    const { invoices } = await (await fetch(`${base_url}/invoices?per_page=25`, { headers })).json()
    const invoice = invoices?.find(({ customer_email }) => customer_email)
    check(invoice !== undefined, `it is ${invoice?.number}`)

    step('Send it')
    const body = JSON.stringify({ template_id: template?.id })
    const url = `${base_url}/invoices/${invoice?.slug}/send_email`
    const sent = await fetch(url, { method: 'POST', headers, body })
    check(sent.ok, `the service says: ${(await sent.json()).message}`)

    if (hooks?.emails) {
      step('Look into the mailbox of the target')
      const emails = await fetch(hooks.emails.url, { headers: hooks.emails.headers ?? {} })
      check((await emails.text()).includes(`"slug":"${invoice?.slug}"`), 'the email is queued')
    }
  },
)
