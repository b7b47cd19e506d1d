import { setTimeout as sleep } from 'node:timers/promises'
import story from './story.ts'

export default story(
  import.meta,
  {
    tells: 'One bulk action at a time: a second one is refused until the first has ended.',
    allow: ['bulk'],
  },
  async ({ target: { base_url, api_key, patience_seconds = 30 }, fetch, step, check }) => {
    const headers = { 'x-auth-token': api_key, 'content-type': 'application/json' }

    step('Take a page of invoices')
    const { invoices } = await (await fetch(`${base_url}/invoices?per_page=25`, { headers })).json()
    const body = JSON.stringify({ invoice_ids: invoices?.map(({ id }) => id) })
    const begin = () => fetch(`${base_url}/invoices/bulk_pdf`, { method: 'POST', headers, body })

    step('Begin a bulk action, and another at once')
    const first = await begin()
    check(first.ok, `the first is ${(await first.json()).bulk_action?.status}`)
    const second = await begin()
    check(!second.ok, 'the second is refused')

    step('Try again until it is taken')
    const end = Date.now() + patience_seconds * 1000
    let again = await begin()
    while (!again.ok && Date.now() < end) {
      await sleep(500)
      again = await begin()
    }
    check(again.ok, 'the first has ended, and the second begins')
  },
)
