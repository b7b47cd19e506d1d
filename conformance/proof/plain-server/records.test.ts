import { describe, expect, test } from 'vitest'
import { sampleOf } from '../../../schemas/testing/sample.ts'
import { PROFILES } from './profiles.ts'
import { CUSTOMER, TEMPLATE, inProfile } from './session.ts'

describe.concurrent.each(sampleOf(Object.keys(PROFILES), 2))('profile %s', (profile) => {
  test('templates.*, shape.template', () =>
    inProfile(profile, async (s) => {
      const before = await s.all('/templates?', 'templates')
      const created = await s.call('POST', '/templates', { template: { ...TEMPLATE, name: 'Fresh' } })
      expect(created.status).toBe(s.answers.recordCreatedStatus)
      const { template } = created.body
      expect(template).toMatchObject({ ...TEMPLATE, name: 'Fresh', design_key: null })
      expect((await s.get(`/templates/${template.id}`)).body.template).toEqual(template)
      const change = { ...TEMPLATE, name: 'Renamed', font_size: 14, logo_enabled: false }
      const updated = (await s.call('PATCH', `/templates/${template.id}`, { template: change })).body.template
      expect(updated).toMatchObject({ ...change, id: template.id, created_at: template.created_at })
      expect(await s.all('/templates?', 'templates')).toEqual(expect.arrayContaining([...before, updated]))
      for (const body of [
        undefined,
        {},
        { template: [] },
        { template: { ...TEMPLATE, name: {} } },
        { template: { ...TEMPLATE, font_size: [] } },
        { template: { ...TEMPLATE, template_type: 'poster' } },
        { template: { ...TEMPLATE, template_type: '' } },
      ]) {
        s.unprocessable(await s.call('POST', '/templates', body))
        s.unprocessable(await s.call('PATCH', `/templates/${template.id}`, body))
      }
      expect((await s.get(`/templates/${template.id}`)).body.template).toEqual(updated)
      const outputOnly = { ...change, id: 3, design_key: 'x', created_at: '2001-01-01T00:00:00Z' }
      await s.call('PATCH', `/templates/${template.id}`, { template: outputOnly })
      const kept = (await s.get(`/templates/${template.id}`)).body.template
      expect(kept).toMatchObject({ id: template.id, design_key: null, created_at: template.created_at })
      const removed = await s.call('DELETE', `/templates/${template.id}`)
      expect(removed.status).toBe(s.answers.deletedStatus)
      for (const method of ['GET', 'DELETE']) s.notFound(await s.call(method, `/templates/${template.id}`))
      s.notFound(await s.call('PATCH', `/templates/${template.id}`, { template: TEMPLATE }))
      expect(await s.all('/templates?', 'templates')).toEqual(before)
      for (const odd of ['x', '1.0', '9'.repeat(30), '%00']) {
        expect([s.answers.notFoundStatus, s.answers.unprocessableStatus]).toContain(
          (await s.get(`/templates/${odd}`)).status,
        )
      }
    }))

  test('customers.*, shape.customer(-detail)', () =>
    inProfile(profile, async (s) => {
      const before = await s.all('/customers?', 'customers')
      const { status, body } = await s.call('POST', '/customers', { customer: CUSTOMER })
      expect(status).toBe(s.answers.recordCreatedStatus)
      const { customer } = body
      expect(customer).toMatchObject(CUSTOMER)
      for (const text of ['Eva Müller', CUSTOMER.email, CUSTOMER.tax_number]) {
        const found = await s.all(`/customers?search=${encodeURIComponent(text)}&`, 'customers')
        expect(found.map(({ id }) => id)).toContain(customer.id)
      }
      expect(await s.all('/customers?search=qzxvkjw8731&', 'customers')).toEqual([])
      const change = { ...CUSTOMER, last_name: 'Maier', phone: '' }
      const updated = (await s.call('PATCH', `/customers/${customer.id}`, { customer: change })).body.customer
      expect(updated).toMatchObject(change)
      for (const listed of await s.all('/customers?', 'customers')) {
        const detail = (await s.get(`/customers/${listed.id}`)).body.customer
        expect(detail).toMatchObject(listed)
        expect(detail.addresses).toEqual(expect.any(Array))
      }
      for (const wrong of [
        {},
        { customer: [] },
        { customer: { ...CUSTOMER, tags: {} } },
        { customer: null },
      ]) {
        s.unprocessable(await s.call('POST', '/customers', wrong))
        s.unprocessable(await s.call('PATCH', `/customers/${customer.id}`, wrong))
      }
      expect((await s.call('DELETE', `/customers/${customer.id}`)).status).toBe(s.answers.deletedStatus)
      for (const method of ['GET', 'DELETE']) s.notFound(await s.call(method, `/customers/${customer.id}`))
      s.notFound(await s.call('PATCH', `/customers/${customer.id}`, { customer: CUSTOMER }))
      expect(await s.all('/customers?', 'customers')).toEqual(before)
    }))
})
