import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../index.ts'
import { serveMock } from '../serve.ts'
import { BROWSER, startBrowser } from '../../schemas/testing/browser.ts'
import { IS_LONG, sampleOf } from '../../schemas/testing/sample.ts'

/** What a person does with the console, in a real browser, which is started once. */

if (!BROWSER) console.warn('There is no Chromium here, so that the console is not tried in a browser.')

/** Addresses, each with what is there once it is drawn. `npm test` looks at the first ones, each in one of the two looks. */
const TABS = [
  ['#/state', '.dialect li'],
  ['#/requests/1', '.detail h2'],
  ['#/stores', 'meter'],
  ['#/orders/small/orders/5001', 'textarea'],
  ['#/requests', '.slot'],
  ['#/invoices', '.slot'],
  ['#/emails', '.slot'],
  ['#/coverage', '.badge'],
] as const

let mock: StartedMock
let browser: Browser
let page: Page
/** What the browser complained about: errors of scripts, and what the policy kept from the page. */
const complaints: string[] = []

/** All but what a browser tells by itself: of an answer 401, and of a connection that was refused. */
const complaintsBut = (usual: RegExp) => complaints.splice(0).filter((complaint) => !usual.test(complaint))

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }

async function newPage(): Promise<Page> {
  const opened = await browser.newPage({ viewport: WIDE, colorScheme: 'light' })
  // Whatever is waited for comes, or the test hangs: nothing depends on speed.
  opened.setDefaultTimeout(0)
  opened.on('pageerror', (error) => complaints.push(String(error)))
  opened.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  return opened
}

/** Leads to an address in the console. */
const open = (hash: string) => page.goto(`${mock.admin_url}/console${hash}`)

/** Waits until the page says so. */
async function shows(words: string): Promise<void> {
  await page.getByText(words).first().waitFor()
}
const row = (at: number) => page.locator('windowed-list .slot a').nth(at)

/** Types the token of the admin API where the page asks for it. */
async function giveToken(token: string): Promise<void> {
  await page.getByLabel('Admin token').fill(token)
  await page.keyboard.press('Enter')
}

/** Sends a request as a client. */
async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const key = { 'x-auth-token': mock.target.api_key, 'content-type': 'application/json' }
  const answer = await fetch(mock.base_url + path, {
    method,
    headers: { ...key, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

describe.skipIf(!BROWSER)('the console', () => {
  beforeAll(async () => {
    mock = await startMock({ scenario: 'small', journal: 10_000 })
    browser = await startBrowser()
    page = await newPage()
  })
  afterAll(async () => {
    await browser.close()
    await mock.close()
  })
  afterEach(() => {
    const found = complaints.splice(0)
    if (found.length > 0) throw new Error(found.join('\n'))
  })

  describe('requests', () => {
    test('come as they are sent, and say why they were answered so', async () => {
      await open('')
      await shows('No request yet')
      await send('POST', '/invoices', { order_id: 'x' })
      await row(0).click()
      await shows('Something in the request cannot be done as asked')
      await shows('create.order-id-type')
      await shows('order_id must be an integer, and is "x".')
      await page.getByText('The answer depended on').click()
      await shows('Which status does the unprocessable error have?')
      expect(await row(0).innerText()).toMatch(/POST\s+\/invoices\s+422\s+unprocessable/)
    })

    test('can be searched, and left away where nothing is broken', async () => {
      await send('GET', '/settings')
      await send('GET', '/customers')
      await open('#/requests')
      await shows('3 requests')
      await page.getByLabel('Search requests').fill('customers')
      await shows('1 of 3 requests')
      await page.getByLabel('Search requests').fill('')
      await page.getByLabel('violations only').check()
      await shows('1 of 3 requests')
      await page.getByLabel('violations only').uncheck()
      await page.getByLabel('Status').selectOption('2xx')
      await shows('2 of 3 requests')
      expect(await page.locator('.slot').count()).toBe(2)
    })

    test('can be sent again, and answered otherwise next time', async () => {
      await open('#/requests/2')
      await page.getByRole('button', { name: 'Send again' }).click()
      await shows('Sent again, and answered 200.')
      expect(mock.request(4)).toMatchObject({ operation: 'readSettings', store: 'small' })
      await page.getByLabel('Force an answer next time').selectOption('rate-limited')
      await shows('The next readSettings of small meets: rate-limited.')
      expect([(await send('GET', '/settings')).status, (await send('GET', '/settings')).status]).toEqual([
        429, 200,
      ])
      await page.getByLabel('Force an answer next time').selectOption('this answer')
      await shows('The next readSettings of small meets: this answer.')
      const { text: forced } = await send('GET', '/settings')
      expect(JSON.parse(forced)).toEqual(mock.request(2).answer.body)
      expect(mock.requests().at(-1)?.fault).toBe('fault-2')
    })

    test('are a command for a shell', async () => {
      await open('#/requests/1')
      await page.getByText('As curl', { exact: true }).click()
      const command = await page.getByLabel('The request as curl').innerText()
      expect(command).toContain(`-H 'x-auth-token: ${mock.target.api_key}'`)
      expect(command).toContain(`--data-binary '{"order_id":"x"}'`)
    })

    test("show a stranger's text as text", async () => {
      const script = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
      await send(
        'POST',
        `/invoices?${encodeURIComponent(script)}`,
        { '\u202Enote': script },
        { 'user-agent': script },
      )
      const { seq = 0 } = mock.requests().at(-1) ?? {}
      await open(`#/requests/${seq}`)
      await page.getByLabel('Body that was sent').waitFor()
      expect(await page.getByLabel('Body that was sent').innerText()).toContain(
        String.raw`"\u202enote": "<img src=x`,
      )
      expect(await page.locator('img, script:not([src]):not([type=importmap])').count()).toBe(0)
      expect(await page.title()).toBe('Requests · Invoicing mock')
    })

    test('of any length are shown in part', async () => {
      await send('POST', '/invoices', { note: 'x'.repeat(900_000) })
      await open(`#/requests/${mock.requests().at(-1)?.seq}`)
      await page.getByRole('button', { name: 'Show all' }).waitFor()
      expect((await page.getByLabel('Body that was sent').innerText()).length).toBeLessThan(60_000)
    })

    test('of any number are a list, of which the rows in sight are there, and keys lead through it', async () => {
      const before = mock.requests().length
      const many = 120
      await page.goto('about:blank')
      await Promise.all(Array.from({ length: many }, () => send('GET', '/nothing')))
      await open('#/requests')
      await shows(`${(before + many).toLocaleString('en')} requests`)
      expect(await page.locator('.slot').count()).toBeLessThan(80)
      await row(0).focus()
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await page.getByRole('article', { name: 'Request 2', exact: true }).waitFor()
      await page.keyboard.press('Home')
      expect(await page.locator(':focus').getAttribute('href')).toBe(`#/requests/${before + many}`)
    })
  })

  describe('invoices', () => {
    test('are drawn, made anew and sent, and tell the request that made them', async () => {
      const [order_id] = mock.target.order_ids ?? []
      await open('#/invoices')
      const before = mock.requests().length
      const { invoice } = JSON.parse((await send('POST', '/invoices', { order_id })).text)
      await page.getByRole('link', { name: invoice.number }).click()
      await page.getByRole('link', { name: `request #${before + 1}` }).waitFor()
      await page.getByRole('button', { name: 'Draw the packing slip' }).click()
      await page
        .getByRole('group', { name: 'Documents' })
        .getByRole('button', { name: 'packing slip' })
        .waitFor()
      const drawn = page.waitForResponse((response) => response.url().includes('/documents/'))
      await page.getByRole('button', { name: 'Draw the PDF' }).click()
      expect((await drawn).headers()['content-type']).toBe('application/pdf')
      await page.getByRole('group', { name: 'Documents' }).getByRole('button').nth(1).waitFor()
      await page.getByRole('button', { name: 'Send email' }).click()
      await shows('The email is queued')
      expect(mock.emails().map(({ slug }) => slug)).toEqual([invoice.slug])
    })

    test('are found by what is searched for', async () => {
      await open('#/invoices')
      const { invoices } = JSON.parse((await send('GET', '/invoices?per_page=1')).text)
      await page.getByLabel('Search invoices').fill(invoices[0].number)
      await page.keyboard.press('Enter')
      await page.getByText('1 invoice', { exact: true }).waitFor()
      expect(await row(0).innerText()).toContain(invoices[0].customer_name)
    })
  })

  test('orders are made, edited, invoiced and taken away', async () => {
    const orders = mock.orders()
    const before = orders.list().length
    await open('#/orders')
    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('button', { name: 'Invoice it' }).waitFor()
    const made = orders.list().at(-1)
    if (!made) throw new Error('no order was made')
    const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true })
    await page.getByRole('button', { name: 'Take line 1 away' }).click()
    await page.getByRole('button', { name: 'Add a line' }).click()
    const last = made.line_items.length
    await line(last).getByLabel('Title').fill('A new line')
    await line(last).getByLabel('Price').fill('12.50')
    await page.getByLabel('Note').fill('Edited here')
    await page.getByText('Billing address').first().click()
    await page.getByRole('group', { name: 'Billing address' }).getByLabel('City').fill('Whitstable')
    await page.getByRole('button', { name: 'Save the form' }).click()
    await shows('Saved; its amounts are computed anew.')
    const added = { title: 'A new line', variant_title: '', sku: '', quantity: 1, price: '12.50' }
    const edited = {
      note: 'Edited here',
      billing_address: { ...made.billing_address, city: 'Whitstable' },
      line_items: [...made.line_items.slice(1), added],
    }
    expect(orders.read(made.id)).toEqual({ ...made, ...edited, tax_lines: expect.any(Array) })
    await page.getByLabel('Payment').selectOption('voided')
    await shows('Changed. An invoice follows')
    await page.getByText('Edit it as JSON').click()
    await page.getByLabel('The order as JSON').fill(JSON.stringify({ ...made, note: 'Edited as JSON' }))
    await page.getByRole('button', { name: 'Save the JSON' }).click()
    await expect.poll(() => orders.read(made.id).note, { timeout: 100_000 }).toBe('Edited as JSON')
    await page.getByRole('button', { name: 'Invoice it' }).click()
    await page.getByRole('link', { name: /^[A-Z]+-?\d+/ }).waitFor()
    await page.getByRole('button', { name: 'Take it away' }).click()
    await shows('The order is gone')
    expect(orders.list()).toHaveLength(before)
  })

  test('emails come as they are queued, and look as they would', async () => {
    await mock.clearEmails()
    await open('#/emails')
    const { invoices } = JSON.parse((await send('GET', '/invoices?per_page=1')).text)
    await send('POST', `/invoices/${invoices[0].slug}/send_email`, {})
    await page.getByText('1 email', { exact: true }).waitFor()
    const attached = page.waitForResponse((response) => response.url().includes('/documents/'))
    await row(0).click()
    const [sent] = mock.emails()
    expect(await page.locator('.letter').innerText()).toBe(sent?.body.trimEnd())
    expect((await attached).status()).toBe(200)
  })

  describe('state', () => {
    test('the clock is frozen, moved and let go', async () => {
      await open('#/state')
      await page.getByRole('button', { name: 'Freeze' }).click()
      await page.getByText('UTC, frozen').waitFor()
      const before = Date.parse(mock.clock.now().toISOString())
      await page.getByRole('button', { name: '+30 days' }).click()
      await shows('The clock moved: +30 days.')
      expect(Date.parse(mock.clock.now().toISOString()) - before).toBe(30 * 86_400_000)
      await page.getByRole('button', { name: "The machine's time" }).click()
      await page.getByRole('button', { name: 'Freeze' }).waitFor()
    })

    test('a fault is added, played and dropped', async () => {
      await open('#/state/faults')
      await page.getByLabel('What goes wrong').selectOption('status')
      await page.getByLabel('status', { exact: true }).fill('502')
      await page.getByLabel('Operation').selectOption('readSettings')
      await page.getByLabel('How often, at most').fill('1')
      await page.getByRole('button', { name: 'Add the fault' }).click()
      await shows('played 0 times, 1 left')
      expect((await send('GET', '/settings')).status).toBe(502)
      await shows('played 1 time, 0 left')
      for (const { id } of mock.faults()) {
        const drop = page.getByRole('button', { name: `Drop ${id}` })
        await drop.click()
        await drop.waitFor({ state: 'detached' })
      }
      await shows('nothing goes wrong on purpose')
      expect(mock.faults()).toEqual([])
    })

    test('a snapshot is taken, and everything put back', async () => {
      await open('#/state/snapshots')
      await page.getByLabel('Name of the snapshot').fill('as it was')
      await page.getByRole('button', { name: 'Keep it as it is' }).click()
      await page.getByRole('button', { name: 'Restore' }).waitFor()
      const orders = mock.orders().list().length
      await mock.orders().add()
      await page.getByRole('button', { name: 'Restore' }).click()
      await shows('It is as it was: as it was.')
      expect(mock.orders().list()).toHaveLength(orders)
    })

    test('a question is answered otherwise, and the answers go into a file and come from one', async () => {
      await open('#/state/dialect')
      await page.getByLabel('status.created', { exact: true }).fill('200')
      await page.keyboard.press('Tab')
      await shows('status.created is 200 now.')
      await page.getByLabel('list.order', { exact: true }).selectOption('oldest_first')
      await shows('list.order is "oldest_first" now.')
      expect(mock.dialect).toMatchObject({ 'status.created': 200, 'list.order': 'oldest_first' })
      await page.getByLabel('answered otherwise').check()
      expect(await page.locator('.dialect li').count()).toBe(2)
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      expect((await saved).suggestedFilename()).toBe('dialect.json')
      const file = {
        name: 'dialect.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{"status.deleted":200}'),
      }
      await page.getByLabel('Import').setInputFiles(file)
      await shows('The dialect holds.')
      expect(mock.dialect).toMatchObject({ 'status.created': 201, 'status.deleted': 200 })
    })

    test('a scenario is loaded from a file', async () => {
      await open('#/state/scenario')
      const before = mock.state()
      const buffer = Buffer.from(
        'description: One\nstores:\n  - { name: one, api_key: test_key_of_one_store }\n',
      )
      await page.getByLabel('Load a file').setInputFiles({ name: 'one.yaml', mimeType: 'text/yaml', buffer })
      await shows('The file is loaded.')
      expect(mock.stores.map(({ name }) => name)).toEqual(['one'])
      await mock.load(before)
    })
  })

  test('stores are made and dropped, and tell their keys', async () => {
    await open('#/stores')
    await page.getByLabel('Name of the new store').fill('made-here')
    await page.getByRole('button', { name: 'New store' }).click()
    const card = page.getByRole('article', { name: 'Store made-here' })
    await card.waitFor()
    await card.getByText(mock.store('made-here').api_key).waitFor()
    page.once('dialog', (dialog) => void dialog.accept())
    await card.getByRole('button', { name: 'Drop' }).click()
    await shows('The store made-here is gone.')
    expect(mock.stores.map(({ name }) => name)).not.toContain('made-here')
  })

  test('what was met, and what was broken, is counted', async () => {
    await send('POST', '/invoices', { order_id: 'x' })
    await open('#/coverage')
    await page.getByText('order_id must be an integer, and is "x".').waitFor()
    expect(await page.getByRole('article', { name: 'Never met' }).innerText()).toContain('deleteCustomer')
    await page.getByRole('button', { name: 'Count anew' }).click()
    await shows('It counts anew.')
    expect(Object.values(mock.coverage().operations).every(({ requests }) => requests === 0)).toBe(true)
  })

  test('the documentation tries an operation as it stands', async () => {
    await page.goto(new URL('/docs', mock.base_url).href)
    await page.locator('#operations-Invoices-searchInvoices .opblock-summary-control').click()
    const answered = page.waitForResponse((response) => response.url().includes('/search?'))
    await page.getByRole('button', { name: 'Execute' }).click()
    expect((await answered).status()).toBe(200)
    await page.setViewportSize(NARROW)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.setViewportSize(WIDE)
  })

  describe('of a mock that has a token', () => {
    let guarded: Awaited<ReturnType<typeof serveMock>>
    beforeAll(async () => {
      guarded = await serveMock({
        port: 0,
        host: '127.0.0.1',
        scenario: 'empty',
        adminToken: 'secret-of-ours',
      })
    })
    afterAll(() => guarded.close())

    test('asks for it, and for nothing else', async () => {
      await page.goto(`${guarded.admin_url}/console`)
      await giveToken('wrong')
      await shows('The admin API wants its token')
      await giveToken('secret-of-ours')
      await shows('No request yet')
      await page.getByText('live', { exact: true }).waitFor()
      expect(complaintsBut(/401/)).toEqual([])
    })

    // Swagger UI, whose pages take as much as a dozen of ours, is met above too.
    test.runIf(IS_LONG)('so does its documentation, which then tries an operation', async () => {
      await page.goto(new URL('/docs/admin', guarded.admin_url).href)
      await shows('The admin API wants its token')
      await giveToken('secret-of-ours')
      await page.locator('#operations-health-getHealth .opblock-summary-control').click()
      const answered = page.waitForResponse((response) => response.url().endsWith('/health'))
      await page.getByRole('button', { name: 'Execute' }).click()
      expect((await answered).status()).toBe(200)
      expect(complaintsBut(/401/)).toEqual([])
    })
  })

  test('comes back to a mock that was started anew', async () => {
    const first = await startMock({ scenario: 'empty' })
    const port = Number(new URL(first.base_url).port)
    await page.goto(`${first.admin_url}/console`)
    await fetch(`${first.base_url}/settings`)
    await fetch(`${first.base_url}/settings`)
    await page.getByText('2 requests', { exact: true }).waitFor()
    await first.close()
    await page.getByText('not connected').waitFor()
    const second = await startMock({ scenario: 'empty', port })
    await shows('No request yet')
    await fetch(`${second.base_url}/settings`)
    await page.getByText('1 request', { exact: true }).waitFor()
    await page.goto('about:blank')
    await second.close()
    expect(complaintsBut(/ERR_|401/)).toEqual([])
  })

  describe.each([
    ['wide and light', WIDE, 'light', 0],
    ['narrow and dark', NARROW, 'dark', 1],
  ] as const)('%s', (_look, viewport, colorScheme, turn) => {
    beforeAll(async () => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
    })

    test.each(sampleOf(TABS, 4).filter((_tab, at) => IS_LONG || at % 2 === turn))(
      '%s is without findings',
      async (hash, drawn) => {
        await open(hash)
        await page.locator(drawn).first().waitFor()
        if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axe.source)
        const { violations } = await page.evaluate<axe.AxeResults>(
          'axe.run(document, { resultTypes: ["violations"] })',
        )
        expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      },
    )
  })
})
