import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sampleOf } from '../../../schemas/testing/sample.ts'
import { PROFILES } from './profiles.ts'
import { NO_SLUG, inProfile, type Loose, type Session } from './session.ts'

function idOf(url: string): string {
  return /(\d+)\.pdf/.exec(url)?.[0] ?? ''
}

/** The emails that the server queued, once they have arrived. */
async function emailsOf(s: Session): Promise<Loose[]> {
  await setTimeout(s.answers.emailLagMs)
  const body: Loose = await (await s.hook('emails')).json()
  return body.emails
}

describe.concurrent.each(sampleOf(Object.keys(PROFILES), 2))('profile %s', (profile) => {
  test('create.generate-pdf, create.packing-slip(-inferred), pdf.*', () =>
    inProfile(profile, async (s) => {
      const slip = await s.template({ name: 'Slip', template_type: 'packing_slip' })
      const look = { name: 'Second', accent_color: '#ff0000', font_family: 'Arial', font_size: 20 }
      const [one, two] = [await s.template(), await s.template(look)]
      const invoice = await s.invoice({ generate_pdf: false, template_id: slip.id })
      const answer = (await s.get(`/invoices/${invoice.slug}/pdf`)).body.invoice
      expect(answer).toMatchObject({ slug: invoice.slug, number: invoice.number })
      const plain = await s.download(answer.pdf_url)
      expect(plain.bytes.subarray(0, 8).toString()).toBe('%PDF-1.4')
      expect(plain.text).toContain(invoice.number)
      expect(plain.text).toContain(invoice.line_items[0].title)
      const packing = await s.pdf(invoice.slug, '?packing_slip=true')
      const inferred = await s.pdf(invoice.slug, `?template_id=${slip.id}`)
      expect(plain.text).toContain('Total')
      const { price } = invoice.line_items[0]
      expect(plain.text).toContain(` ${price} `)
      for (const { text } of [packing, inferred]) expect(text).not.toMatch(/Total|\d[.]\d/)
      expect(inferred.text).toContain('Template: Slip')
      const first = await s.pdf(invoice.slug, `?template_id=${one.id}`)
      const second = await s.pdf(invoice.slug, `?template_id=${two.id}`)
      expect(first.bytes.equals(second.bytes)).toBe(false)
      expect(second.text).toContain('Template: Second')
      for (const { url } of [plain, packing, inferred, first]) await s.download(url)
      for (const template_id of ['4', 'x', '1.5']) {
        const refusal = await s.get(`/invoices/${invoice.slug}/pdf?template_id=${template_id}`)
        const unknown = template_id === '4' && s.answers.unknownTemplate === 'not_found'
        if (unknown) s.notFound(refusal)
        else s.unprocessable(refusal)
      }
      s.notFound(await s.get(`/invoices/${NO_SLUG}/pdf`))
    }))

  test('pdf.signed, pdf.download-without-key', () =>
    inProfile(profile, async (s) => {
      const [one, two] = [await s.invoice(), await s.invoice()]
      const [first, second] = [await s.pdf(one.slug), await s.pdf(two.slug)]
      const mark = /[\w-]{43,64}/.exec(first.url.slice(s.server.target.base_url.length / 2))?.[0] ?? ''
      expect(mark).not.toBe('')
      const flipped = (mark.startsWith('a') ? 'b' : 'a') + mark.slice(1)
      for (const altered of [
        first.url.replace(mark, ''),
        first.url.replace(mark, flipped),
        first.url.replace(mark, mark.slice(0, -1)),
        first.url.replace(mark, `${mark}0`),
        first.url.replace(mark, [...mark].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c)).join('')),
        first.url.replace(idOf(first.url), idOf(second.url)),
        first.url.replace(/expires=\d+/, 'expires=0').replace(/\/(\d+)\/(\d+\.pdf)/, '/1$1/$2'),
      ].filter((url) => url !== first.url)) {
        const response = await fetch(altered)
        expect(response.status).toBe(s.answers.badSignatureStatus)
        expect(response.headers.get('content-type')).not.toContain('pdf')
      }
      expect(
        (await s.download(first.url.includes('?') ? `${first.url}&x=1` : `${first.url}?x=1`)).text,
      ).toContain(one.number)
    }))

  test('regenerate.*, pdf.both-retained, email.recipient', () =>
    inProfile(profile, async (s) => {
      const id = s.order()
      const { invoice } = (await s.call('POST', '/invoices', { order_id: id })).body
      const { slug } = invoice
      const regenerate = async (query = '') => {
        const answer = await s.call('POST', `/invoices/${slug}/regenerate${query}`)
        expect(answer.status).toBe(s.answers.regeneratedStatus)
        return answer.body.invoice
      }
      expect({ ...(await regenerate()), updated_at: 0 }).toEqual({ ...invoice, updated_at: 0 })
      const slip = await s.pdf(slug, '?packing_slip=true')
      const patch = {
        note: 'EditedNote 東 Ж',
        customer: { ...invoice.customer, last_name: 'Changed', email: 'changed@example.com' },
        billing_address: { ...invoice.billing_address, company: 'Edited GmbH' },
        line_items: [{ title: 'EditedLine', variant_title: '', quantity: 2, price: '10.5', sku: 'S' }],
      }
      expect((await s.hook('edit_order', id, patch)).status).toBe(200)
      const edited = await regenerate('?packing_slip=false')
      expect(edited).toMatchObject({ id: invoice.id, slug, number: invoice.number, note: 'EditedNote 東 Ж' })
      expect(edited.billing_address.company).toBe('Edited GmbH')
      expect((await s.get(`/invoices/${slug}`)).body.invoice).toEqual(edited)
      const summary = (await s.all('/invoices?', 'invoices')).find((one) => one.slug === slug)
      expect(summary).toMatchObject({
        total_price: edited.total_price,
        customer_email: 'changed@example.com',
      })
      const found = await s.all('/invoices/search?q=changed@example.com&', 'invoices')
      expect(found.map((one) => one.slug)).toContain(slug)
      for (const text of ['EditedNote 東 Ж', 'EditedLine']) expect((await s.pdf(slug)).text).toContain(text)
      await s.download(slip.url)
      await regenerate('?packing_slip=true')
      expect((await s.pdf(slug, '?packing_slip=true')).text).toContain('EditedLine')
      expect((await s.pdf(slug)).text).toContain('Total')
      await s.call('POST', `/invoices/${slug}/send_email`, {})
      const emails = await emailsOf(s)
      expect(emails.at(-1)).toMatchObject({ to: 'changed@example.com', slug })
      s.notFound(await s.call('POST', `/invoices/${NO_SLUG}/regenerate`))
    }))

  test('regenerate of draft orders and of orders that the platform deleted', () =>
    inProfile(profile, async (s) => {
      const [id, draftId] = [s.order(), s.order(true)]
      const { invoice: quote } = (await s.call('POST', '/invoices', { order_id: draftId, draft: true })).body
      await s.hook('edit_draft_order', draftId, {
        note: 'draft edited',
        customer: null,
        shipping_address: null,
      })
      const edited = (await s.call('POST', `/invoices/${quote.slug}/regenerate`)).body.invoice
      expect(edited.note).toBe('draft edited')
      const { invoice } = (await s.call('POST', '/invoices', { order_id: id })).body
      expect((await s.hook('delete_order', id)).status).toBe(204)
      const answer = await s.call('POST', `/invoices/${invoice.slug}/regenerate`)
      const refused = s.answers.deletedOrder === 'refused'
      expect(answer.status).toBe(refused ? s.answers.unprocessableStatus : s.answers.regeneratedStatus)
      expect(answer.body.invoice).toEqual(refused ? undefined : invoice)
    }))

  test('email.*', () =>
    inProfile(profile, async (s) => {
      const { slug } = await s.invoice()
      const { id } = await s.template()
      const count = () => emailsOf(s)
      const before = (await count()).length
      for (const body of [undefined, {}, { template_id: id }]) {
        const answer = await s.call('POST', `/invoices/${slug}/send_email`, body)
        expect(answer.status).toBe(s.answers.queuedStatus)
        expect(answer.body.message).toMatch(/queue|sen[dt]|deliver/i)
      }
      expect((await count()).length).toBe(before + 3)
      expect((await count()).at(-1)).toMatchObject({ slug, template_id: id })
      const unknown = await s.call('POST', `/invoices/${slug}/send_email`, { template_id: 4 })
      expect([s.answers.notFoundStatus, s.answers.unprocessableStatus]).toContain(unknown.status)
      s.notFound(await s.call('POST', `/invoices/${NO_SLUG}/send_email`, {}))
      expect((await count()).length).toBe(before + 3)
    }))

  test('bulk.*, shape.bulk-action', () =>
    inProfile(profile, async (s) => {
      const ids = [(await s.invoice()).id, (await s.invoice()).id]
      const other = s.server.target.other_store_api_key
      const bulk = (body: unknown, key?: string) => s.call('POST', '/invoices/bulk_pdf', body, key)
      const tooMany = Array.from({ length: 5001 }, (_, index) => index + 1)
      for (const body of [
        {},
        { invoice_ids: '1' },
        { invoice_ids: {} },
        { invoice_ids: [{}] },
        { invoice_ids: tooMany },
      ]) {
        s.unprocessable(await bulk(body))
      }
      await s.template()
      const racing = await Promise.all(
        [1, 2, 3, 4].map(() => bulk({ invoice_ids: ids, template_name: 'Own' })),
      )
      const accepted = racing.filter(({ status }) => status === s.answers.queuedStatus)
      expect(accepted).toHaveLength(1)
      expect(accepted[0]?.body.bulk_action).toMatchObject({ id: expect.any(Number), total_count: 2 })
      expect((await bulk({ invoice_ids: ids })).status).toBe(s.answers.conflictStatus)
      const order_id = [...s.server.stores.B.orders.keys()].at(-1)
      const theirs = (await s.call('POST', '/invoices', { order_id }, other)).body.invoice
      expect((await bulk({ invoice_ids: [theirs.id] }, other)).status).toBe(s.answers.queuedStatus)
      await s.endBulk()
      expect((await bulk({ invoice_ids: ids, template_name: 'default' })).status).toBe(s.answers.queuedStatus)
    }))
})
