import { check } from '../../judge/check.ts'

/** The watchers judge the envelope of each answer: this makes sure that there are some of every kind. */
export const listEnvelope = check('list.envelope', {
  name: 'lists of all, of some and of no invoices',
  async run(law) {
    const none = { created_at_min: '2999-01-01' }
    for (const query of [{}, { financial_status: 'paid' }, { page: 2, per_page: 1 }, none])
      await law.call('listInvoices', { query })
  },
})
