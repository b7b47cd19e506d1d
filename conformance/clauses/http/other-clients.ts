import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import { OTHER_CLIENTS } from '../other-clients.ts'

/** A long answer and a refusal; the watchers judge them. */
export const otherClients = check('http.json', {
  name: 'requests as other clients send them',
  touches: {},
  async run(law) {
    await atOnce(OTHER_CLIENTS, async (headers) => {
      await law.call('listInvoices', { query: { per_page: 100 }, headers })
      await law.call('readInvoice', { params: { slug: 'none' }, headers })
    })
  },
})
