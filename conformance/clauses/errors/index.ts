import { randomUUID } from 'node:crypto'
import { ERROR_KINDS } from '../../../schemas/operations.ts'
import type { Check } from '../../judge/check.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'

/** Meets every kind of error that a request can show; the watchers judge the bodies. */
const errorBodies: Check = {
  name: 'errors of every kind',
  clauses: ['errors.not-found-body', 'errors.unprocessable-body', 'errors.status-class'],
  async run(trial) {
    const slug = randomUUID()
    const id = UNLIKELY_ID
    const permits = (operation: Parameters<typeof trial.call>[0]) => trial.session.client.permits(operation)
    await trial.call('readInvoice', { params: { slug } })
    await trial.call('readInvoicePdf', { params: { slug } })
    await trial.call('readTemplate', { params: { id } })
    await trial.call('readCustomer', { params: { id } })
    await trial.call('searchInvoices')
    if (permits('deleteTemplate')) {
      await trial.call('deleteTemplate', { params: { id } })
      await trial.call('deleteCustomer', { params: { id } })
      for (const operation of ['createTemplate', 'createCustomer', 'updateSettings'] as const) {
        await trial.call(operation, { body: {} })
        await trial.call(operation, { body: { template: [], customer: [], settings: [] } })
      }
    }
    if (permits('createInvoice')) {
      await trial.call('createInvoice', { body: {} })
      await trial.call('createInvoice', { body: { order_id: {} } })
      await trial.call('regenerateInvoice', { params: { slug } })
    }
    if (permits('sendInvoiceEmail')) await trial.call('sendInvoiceEmail', { params: { slug } })
    if (permits('bulkPdf')) await trial.call('bulkPdf', { body: {} })
  },
}

/** errors.one-status-per-kind, over all refusals that the run has judged. */
const oneStatusPerKind: Check = {
  when: 'last',
  name: 'one status for each kind of error',
  clauses: ['errors.one-status-per-kind'],
  async run(trial) {
    for (const kind of ERROR_KINDS) {
      const met = trial.session.refusals
        .filter((refusal) => refusal.kind === kind)
        .map(({ exchange }) => exchange)
      const other = met.find(({ response }) => response.status !== met[0]!.response.status)
      if (met.length < 2) continue
      trial.judge('errors.one-status-per-kind', other === undefined, {
        message: `the ${kind} error has more than one status`,
        expected: String(met[0]!.response.status),
        exchanges: other ? [met[0]!, other] : met[0]!,
      })
    }
  },
}

export const errorsChecks: readonly Check[] = [errorBodies, oneStatusPerKind]
