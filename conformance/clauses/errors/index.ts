import { randomUUID } from 'node:crypto'
import { ERROR_KINDS } from '../../../schemas/operations.ts'
import { type Check, check } from '../../judge/check.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'

/** Meets every kind of error that a request can show; the watchers judge the bodies. */
const errorBodies = check(['errors.not-found-body', 'errors.unprocessable-body', 'errors.status-class'], {
  name: 'errors of every kind',
  async run(law) {
    const slug = randomUUID()
    const id = UNLIKELY_ID
    const permits = (operation: Parameters<typeof law.call>[0]) => law.permits(operation)
    await law.call('readInvoice', { params: { slug } })
    await law.call('readInvoicePdf', { params: { slug } })
    await law.call('readTemplate', { params: { id } })
    await law.call('readCustomer', { params: { id } })
    await law.call('searchInvoices')
    if (permits('deleteTemplate')) {
      await law.call('deleteTemplate', { params: { id } })
      await law.call('deleteCustomer', { params: { id } })
      for (const operation of ['createTemplate', 'createCustomer', 'updateSettings'] as const) {
        await law.call(operation, { body: {} })
        await law.call(operation, { body: { template: [], customer: [], settings: [] } })
      }
    }
    if (permits('createInvoice')) {
      await law.call('createInvoice', { body: {} })
      await law.call('createInvoice', { body: { order_id: {} } })
      await law.call('regenerateInvoice', { params: { slug } })
    }
    if (permits('sendInvoiceEmail')) await law.call('sendInvoiceEmail', { params: { slug } })
    if (permits('bulkPdf')) await law.call('bulkPdf', { body: {} })
  },
})

/** errors.one-status-per-kind, over all refusals that the run has judged. */
const oneStatusPerKind = check('errors.one-status-per-kind', {
  when: 'last',
  name: 'one status for each kind of error',
  async run(law) {
    for (const kind of ERROR_KINDS) {
      const met = law.session.refusals
        .filter((refusal) => refusal.kind === kind)
        .map(({ exchange }) => exchange)
      const other = met.find(({ response }) => response.status !== met[0]!.response.status)
      if (met.length < 2) continue
      law.of('errors.one-status-per-kind').judge(other === undefined, {
        message: `the ${kind} error has more than one status`,
        expected: String(met[0]!.response.status),
        exchanges: other ? [met[0]!, other] : met[0]!,
      })
    }
  },
})

export const errorsChecks: readonly Check[] = [errorBodies, oneStatusPerKind]
