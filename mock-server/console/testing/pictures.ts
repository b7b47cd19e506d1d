import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { InvoicesResponse } from '../../../schemas/types.ts'
import { startMock } from '../../index.ts'
import { startBrowser } from '../../../schemas/testing/browser.ts'

/** `npm run pictures`: takes the pictures of the console in `pictures/`. */

const FOLDER = fileURLToPath(new URL('../../../pictures/', import.meta.url))

const mock = await startMock()
const browser = await startBrowser()

const send = (method: string, path: string, body?: object, key = mock.target.api_key) =>
  fetch(mock.base_url + path, {
    method,
    headers: { 'x-auth-token': key, 'content-type': 'application/json', 'user-agent': 'your-client/1.0' },
    ...(body && { body: JSON.stringify(body) }),
  })

const [, two = 0, one = 0] = mock.target.order_ids ?? []
await send('GET', '/settings')
await send('POST', '/invoices', { order_id: one })
const slug = await slugOf(mock.orders().read(one).name)
await send('GET', `/invoices/${slug}/pdf?packing_slip=true`)
await send('POST', `/invoices/${slug}/send_email`, {})
await send('GET', '/settings', undefined, 'test_key_free_store')
await send('GET', '/customers?serch=Miller')
await mock.fault({
  when: { operation: 'createInvoice', times: 1 },
  fault: { kind: 'answer', error: 'rate-limited' },
})
await send('POST', '/invoices', { order_id: two })
await send('POST', '/invoices', { order_id: String(two), draftt: true })
const { seq = 0 } = mock.requests().at(-1) ?? {}

/** Slug of the invoice of an order of that name. */
async function slugOf(name: string): Promise<string> {
  // What the list answers is what its schema says.
  const { invoices } = (await (await send('GET', '/invoices?per_page=250')).json()) as InvoicesResponse
  return invoices.find(({ order_name }) => order_name === name)?.slug ?? ''
}

/** The page at an address, once it shows this. */
async function at(hash: string, drawn: string, look: Parameters<typeof browser.newPage>[0]): Promise<Page> {
  const page = await browser.newPage(look)
  await page.goto(`${mock.admin_url}/console${hash}`)
  await page.locator(drawn).first().waitFor()
  return page
}

const WIDE = { viewport: { width: 1040, height: 600 } }
const requests = await at(`#/requests/${seq}`, '.violations', WIDE)
await requests.screenshot({ path: `${FOLDER}console-requests.png` })

const invoices = await at(`#/invoices/rich/${slug}`, 'iframe', { ...WIDE, colorScheme: 'dark' })
// A PDF tells nobody when it is drawn; this is a picture to be looked at, and no test.
await invoices.waitForTimeout(6000)
await invoices.screenshot({ path: `${FOLDER}console-invoice.png` })

const phone = await at('#/requests', '.slot', { viewport: { width: 390, height: 600 } })
await phone.screenshot({ path: `${FOLDER}console-phone.png` })

await browser.close()
await mock.close()
