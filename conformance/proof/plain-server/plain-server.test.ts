import { describe, expect, test } from 'vitest'
import * as contract from '../../../schemas/operations.ts'
import { fieldsOf } from '../../../schemas/resources.ts'
import { sampleOf } from '../../../schemas/testing/sample.ts'
import { startPlainServer } from './plain-server.ts'
import { PROFILES } from './profiles.ts'
import { CUSTOMER, OPERATIONS, TEMPLATE, inProfile, type Answer, type Loose } from './session.ts'

const SETTINGS = Object.keys(fieldsOf('resources/settings-input'))

/** A path, with a star for what names a record. */
const known = (path: string) => path.replace(/\?.*/, '').replace(/\/([\da-f-]{36}|\d+|\{\w+\})/, '/*')

test('what is sent to profiles is every operation of the contract', () => {
  const sent = OPERATIONS.map(([method, path]) => `${method} ${known(path)}`)
  const all = Object.values(contract.OPERATIONS).map(({ method, path }) => `${method} ${known(path)}`)
  expect(sent.toSorted()).toEqual(all.toSorted())
})

describe.concurrent.each(sampleOf(Object.keys(PROFILES), 2))('profile %s', (profile) => {
  test('auth.key-required, auth.key-unknown, auth.error-body, auth.unauthorized-no-effect', () =>
    inProfile(profile, async (s) => {
      const before = await s.state()
      const { api_key: key } = s.server.target
      for (const [method, path, body] of OPERATIONS) {
        const answer = await s.call(method, path, body, '')
        expect(answer.status).toBe(s.answers.unauthorizedStatus)
        expect(answer.body.error).toEqual(expect.any(String))
      }
      for (const wrong of [key.slice(0, -1), `${key}x`, key.toLowerCase(), 'ü']) {
        expect((await s.call('GET', '/settings', undefined, wrong)).status).toBe(s.answers.unauthorizedStatus)
      }
      expect(await s.state()).toEqual(before)
    }))

  test('auth.free-plan', () =>
    inProfile(profile, async (s) => {
      for (const [method, path, body] of OPERATIONS) {
        expect((await s.call(method, path, body, s.server.target.free_plan_api_key)).status).toBe(403)
      }
    }))

  test('auth.scope-*', () =>
    inProfile(profile, async (s) => {
      const other = s.server.target.other_store_api_key
      const { slug, id } = await s.invoice()
      const template = await s.template()
      const customer = (
        await s.call('POST', '/customers', { customer: { ...CUSTOMER, email: 'scope@example.com' } })
      ).body.customer
      for (const [method, path, body] of [
        ['GET', `/invoices/${slug}`],
        ['GET', `/invoices/${slug}/pdf`],
        ['POST', `/invoices/${slug}/regenerate`],
        ['POST', `/invoices/${slug}/send_email`, {}],
        ['GET', `/templates/${template.id}`],
        ['PATCH', `/templates/${template.id}`, { template: TEMPLATE }],
        ['DELETE', `/templates/${template.id}`],
        ['GET', `/customers/${customer.id}`],
        ['PATCH', `/customers/${customer.id}`, { customer: CUSTOMER }],
        ['DELETE', `/customers/${customer.id}`],
      ] as const) {
        s.notFound(await s.call(method, path, body, other))
      }
      const theirs = (await s.call('GET', '/invoices?per_page=250', undefined, other)).body.invoices
      expect(theirs.map((invoice: Loose) => invoice.id)).not.toContain(id)
      const before = (await s.call('GET', '/settings', undefined, other)).body
      await s.call('PATCH', '/settings', { settings: { business_name: 'Only A' } })
      expect((await s.call('GET', '/settings', undefined, other)).body).toEqual(before)
    }))

  test('settings.*', () =>
    inProfile(profile, async (s) => {
      const before = (await s.get('/settings')).body.settings
      expect(before).toMatchObject(Object.fromEntries(SETTINGS.map((name) => [name, expect.anything()])))
      expect(Object.keys(before).length).toBeGreaterThanOrEqual(37)
      const texts = {
        business_name: "“東京” 'x' 🎉",
        footer_message: 'a\nb',
        address4: '',
        invoice_title: 'Ü',
      }
      const updated = await s.call('PATCH', '/settings', { settings: texts })
      expect(updated.body.settings).toEqual({ ...before, ...texts })
      expect((await s.call('PATCH', '/settings', { settings: {} })).body.settings).toEqual({
        ...before,
        ...texts,
      })
      for (const body of [
        {},
        { settings: 1 },
        { settings: { locale: {} } },
        { settings: { payment_reminder_when: 'during' } },
        { settings: { default_due_days: [] } },
      ]) {
        s.unprocessable(await s.call('PATCH', '/settings', body))
      }
      await s.call('PATCH', '/settings', { settings: { email_locale: 'xx', email_dkim_verified: true } })
      expect((await s.get('/settings')).body.settings).toEqual({ ...before, ...texts })
    }))

  test('http.no-server-error, http.json', () =>
    inProfile(profile, async (s) => {
      const { slug } = await s.invoice()
      const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
      const bodies = [
        '{',
        '"\\ud800"',
        '[]',
        ' ',
        '{"__proto__":{"x":1}}',
        JSON.stringify({ customer: { last_name: '\u0000\ud800', email: 'a\u0000@b.c', first_name: 'x' } }),
        '{"order_id":1e400,"template_id":-0}',
      ]
      const writes = OPERATIONS.filter(([method]) => method === 'POST' || method === 'PATCH')
      const requests = [
        ...writes.flatMap(([method, path]) => bodies.map((body) => [method, path, body] as const)),
        ['POST', '/customers', `{"customer":${deep}}`],
        ['POST', '/templates', `{"template":{"name":${deep}}}`],
        ['PATCH', '/settings', `{"settings":{"footer_message":"${'x'.repeat(10_000_000)}"}}`],
        ['POST', '/invoices/bulk_pdf', `{"invoice_ids":[${'1,'.repeat(20_000)}1e99]}`],
      ] as const
      for (const [method, path, body] of requests) {
        const { status, type } = await s.call(method, path, body)
        expect(status).toBeLessThan(500)
        expect(type).toMatch(/^application\/json/)
      }
      for (const path of [
        '/invoices?page=1&page=2&invoice_type=&created_at_min=2026-02-30&created_at_max=0000-00-00',
        '/invoices?%zz=%&per_page=%00',
        `/invoices/search?q=${'x'.repeat(50_000)}`,
        '/invoices/search?q=%ff%00%ed%a0%80',
        '/invoices/search?q=(%5B%25_*%5C',
        '/invoices/search?q=%CC%81',
        '/customers?search=%00&search[]=2',
        '/customers/%E0%A4%A',
        `/invoices/${slug}/pdf?template_id=&packing_slip=maybe`,
        '/nowhere',
        '/invoices/',
      ]) {
        const { status, type } = await s.get(path)
        expect(status).toBeLessThan(500)
        expect(type).toMatch(/^application\/json/)
      }
    }))

  test('rate.*', () =>
    inProfile(profile, async (s) => {
      const key = s.server.target.rate_limited_api_key
      const until = async (call: () => Promise<Answer>) => {
        for (let count = 0; count < 200; count += 1) {
          const answer = await call()
          if (answer.status === s.answers.rateLimitedStatus) return answer
        }
        throw new Error('never limited')
      }
      const limited = await until(() => s.call('GET', '/settings', undefined, key))
      expect(limited.body).toMatchObject({ error: expect.any(String), message: expect.any(String) })
      expect(Number.isInteger(limited.body.retry_after)).toBe(true)
      expect(limited.headers.get('x-ratelimit-reset')).toMatch(/\d/)
      // The window may have ended: of several names the one that was refused is not there.
      let tried = 0
      const last = await until(() =>
        s.call('PATCH', '/settings', { settings: { business_name: `${++tried}` } }, key),
      )
      expect(s.server.stores.Limited.settings['business_name']).not.toBe(`${tried}`)
      expect((await s.get('/settings')).status).toBe(200)
      const unit = s.answers.retryAfterUnit === 'seconds' ? 1000 : 1
      await new Promise((resolve) => setTimeout(resolve, last.body.retry_after * unit))
      expect((await s.call('GET', '/settings', undefined, key)).status).toBe(200)
      const [template] = [...s.server.stores.Limited.templates.keys()]
      await until(() => s.call('PATCH', `/templates/${template}`, { template: TEMPLATE }, key))
    }))
})

test('the profiles differ from each other in most answers', () => {
  const all = Object.values(PROFILES).map((answers) =>
    Object.values(answers).map((answer) => JSON.stringify(answer)),
  )
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) {
      const same = one.filter((answer, at) => answer === other[at])
      expect(same.length).toBeLessThan(one.length / 2)
    }
  }
})

test('single answers of a profile can be replaced', async () => {
  const { target, close } = await startPlainServer({ profile: 'tiny', answers: { unauthorizedStatus: 418 } })
  expect((await fetch(`${target.base_url}/settings`)).status).toBe(418)
  await close()
})
