import story from './story.ts'

export default story(
  import.meta,
  {
    tells:
      'An order is edited after its invoice was made: the invoice stays as it was until it is regenerated.',
    allow: ['invoices', 'orders'],
    needs: ['order_ids', 'hooks.edit_order'],
  },
  async ({ target: { base_url, api_key, order_ids, hooks }, fetch, step, check }) => {
    const headers = { 'x-auth-token': api_key, 'content-type': 'application/json' }
    const order_id = order_ids.at(-1)
    const editOrder = async (note: string) => {
      // The platform's business, not the API's: the target says how it is done here.
      const { method = 'PATCH', url = '', headers: more } = hooks.edit_order ?? {}
      const body = JSON.stringify({ note })
      const type = { 'content-type': 'application/json', ...more }
      await fetch(url.replace('{order_id}', String(order_id)), { method, headers: type, body })
    }

    step('Make the invoice of an order')
    const body = JSON.stringify({ order_id })
    const created = await fetch(`${base_url}/invoices`, { method: 'POST', headers, body })
    check(created.ok, 'it is there')
    const { slug, note } = (await created.json()).invoice

    step('Edit the order, and look at the invoice')
    await editOrder('Please ring twice (story).')
    const before = await (await fetch(`${base_url}/invoices/${slug}`, { headers })).json()
    check(before.invoice?.note === note, 'it shows the old note')

    step('Regenerate it')
    const after = await fetch(`${base_url}/invoices/${slug}/regenerate`, { method: 'POST', headers })
    check((await after.json()).invoice?.note === 'Please ring twice (story).', 'it shows the new note')

    step('Put the note of the order back')
    await editOrder(note)
  },
)
