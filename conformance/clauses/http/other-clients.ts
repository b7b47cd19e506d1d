import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import { OTHER_CLIENTS } from '../other-clients.ts'

/** Languages as clients ask for them: whatever a text is in, what the contract states has one form. */
const LANGUAGES = ['*', 'de-DE,de;q=0.9,en;q=0.8', 'ar-EG'].map((language) => ({
  'accept-language': language,
}))

/** A long answer, an invoice and a refusal; the watchers judge them. */
export const otherClients = check('http.json', {
  name: 'requests as other clients send them',
  touches: {},
  async run(law) {
    const [invoice] = (await law.store.invoices()).items
    await atOnce([...OTHER_CLIENTS, ...LANGUAGES], async (headers) => {
      await law.call('listInvoices', { query: { per_page: 100 }, headers })
      for (const slug of ['none', ...(invoice ? [invoice.slug] : [])])
        await law.call('readInvoice', { params: { slug }, headers })
    })
  },
})
