import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../../mock-server/index.ts'
import { Refusal, regenerateInvoice, type Store } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { around, changing, changingEach } from '../../proof/mutants/answers.ts'
import { fresh, type Change } from '../../proof/mutants/mutant.ts'
import { DETAILS } from '../../proof/mutants/operations.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'

const CLAUSES = [
  'regenerate.same-invoice',
  'regenerate.resyncs',
  'regenerate.template-unknown',
  'regenerate.unknown',
  'regenerate.unedited',
] as const
const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test('every clause of regenerations passes on the mock', async () => {
  const mock = await startMock({ seed: 1, dialect: { 'format.country': 'code' } })
  expect(await outcomes(mock.target, CLAUSES)).toEqual(allPass)
  await mock.close()
})

test.each(['overseas', 'tiny'])('they pass on the plain server %s', async (profile) => {
  const server = await startPlainServer({ profile })
  expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
  await server.close()
})

test('without orders and hooks what can be seen is judged on the store, and the rest is told', async () => {
  const mock = await startMock({ seed: 1 })
  const { order_ids: _, draft_order_ids: __, hooks: ___, ...target } = mock.target
  const judged = await outcomes(target, CLAUSES)
  expect(judged).toMatchObject({
    'regenerate.same-invoice': 'pass',
    'regenerate.template-unknown': 'pass',
    'regenerate.unknown': 'pass',
  })
  expect(judged['regenerate.resyncs']).toMatch(/^skipped: needs hooks\.edit_order/)
  expect(judged['regenerate.unedited']).toMatch(/^skipped: needs order_ids/)
  await mock.close()
})

/** Changes a stored invoice behind the rules' back. */
function put(store: Store, slug: string, fields: object): void {
  const invoice = [...store.invoices.values()].find((one) => one.slug === slug)
  if (invoice) store.invoices.set(invoice.id, { ...invoice, ...fields })
}

const faults: readonly [says: string, clause: ClauseId, Change][] = [
  [
    'the note is given to the invoice that was read last, too',
    'regenerate.resyncs',
    fresh(() => {
      let last = ''
      const reading = around('readInvoice', (request, handler) => {
        last = request.params.slug === last ? last : last || request.params.slug
        return handler(request)
      })
      const regenerating = changing('regenerateInvoice', 'invoice', (invoice, { context, params }) => {
        if (last !== params.slug) put(context.store, last, { note: invoice.note })
        return invoice
      })
      return (parts) => regenerating(reading(parts))
    }),
  ],
  [
    'the list keeps the name of the customer',
    'regenerate.resyncs',
    fresh(() => {
      const names = new Map<string, string>()
      return changingEach(['listInvoices', 'searchInvoices'], 'invoices', (item) => {
        const customer_name = names.get(item.slug) ?? item.customer_name
        names.set(item.slug, customer_name)
        return { ...item, customer_name }
      })
    }),
  ],
  [
    'countries stay as they were',
    'regenerate.resyncs',
    fresh(() => {
      const countries = new Map<string, string>()
      return changing(DETAILS, 'invoice', (invoice) => {
        const country = countries.get(invoice.slug) ?? invoice.shipping_address.country
        countries.set(invoice.slug, country)
        return { ...invoice, shipping_address: { ...invoice.shipping_address, country } }
      })
    }),
  ],
  [
    'a refused template_id re-syncs all the same',
    'regenerate.template-unknown',
    around('regenerateInvoice', (request, handler) => {
      try {
        return handler(request)
      } catch (error) {
        const isTemplate = error instanceof Refusal && error.kind === 'unprocessable'
        if (isTemplate) regenerateInvoice(request.context, request.params.slug, {})
        throw error
      }
    }),
  ],
  [
    "another store's template is taken for one's own",
    'regenerate.template-unknown',
    around('regenerateInvoice', (request, handler) => {
      const { template_id: id, ...query } = request.query
      const isFar = typeof id === 'number' && id < 2 ** 40 && !request.context.store.templates.has(id)
      return handler(isFar ? { ...request, query } : request)
    }),
  ],
  [
    'tax lines are dropped by the second regeneration',
    'regenerate.unedited',
    fresh(() => {
      const counts = new Map<string, number>()
      return changing('regenerateInvoice', 'invoice', (invoice) => {
        const count = (counts.get(invoice.slug) ?? 0) + 1
        counts.set(invoice.slug, count)
        return count === 2 ? { ...invoice, tax_lines: [] } : invoice
      })
    }),
  ],
]

test.each(faults)('%s: %s fails', async (_, clause, change) => {
  const mock = await startMock({ seed: 1, ...change(PARTS) })
  expect(await outcomes(mock.target, [clause])).toEqual({ [clause]: 'fail' })
  await mock.close()
})
