import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../../mock-server/index.ts'
import { Refusal, settingsOf } from '../../../mock-server/seams.ts'
import { CLAUSE_IDS, type ClauseId } from '../../../schemas/clauses.ts'
import type { InvoiceDetail } from '../../../schemas/types.ts'
import { around, changing, changingEach } from '../../proof/mutants/answers.ts'
import { fresh, type Change } from '../../proof/mutants/mutant.ts'
import { onReply } from '../../proof/mutants/replies.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'

const OF_DOCUMENTS = ['create.generate-pdf', 'create.packing-slip', 'create.packing-slip-inferred']
const CLAUSES = CLAUSE_IDS.filter(
  (clause) =>
    clause === 'templates.usable' || (clause.startsWith('create.') && !OF_DOCUMENTS.includes(clause)),
)
const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test('every clause of creations passes on the mock', async () => {
  const mock = await startMock({ seed: 1 })
  expect(await outcomes(mock.target, CLAUSES)).toEqual(allPass)
  await mock.close()
})

test.each(['lenient', 'strict'])(
  'every clause of creations passes on the plain server %s',
  async (profile) => {
    const server = await startPlainServer({ profile })
    expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
    await server.close()
  },
)

test('a store whose orders are all invoiced fails nothing and says what it does not show', async () => {
  const mock = await startMock({ seed: 1 })
  const target = { ...mock.target, order_ids: mock.target.order_ids?.slice(0, 2), draft_order_ids: [] }
  await outcomes(target, CLAUSES)
  const again = await outcomes(target, CLAUSES)
  expect(Object.values(again).filter((outcome) => outcome === 'fail')).toEqual([])
  expect(again['create.returns-existing']).toBe('pass')
  expect(again['create.draft-type']).toBe('skipped: needs draft_order_ids in the target file')
  expect(again['create.flag-type']).toMatch(/^not_exercised: no order is left to invoice/)
  await mock.close()
})

test('a server that takes its default template for an unknown one is not failed for it', async () => {
  const mock = await startMock({ seed: 1, dialect: { 'template.unknown': 'default_template' } })
  expect(await outcomes(mock.target, ['create.template-unknown'])).toEqual({
    'create.template-unknown':
      'not_exercised: the server takes its default template for one that it does not have (question template.unknown)',
  })
  await mock.close()
})

const created = (change: (invoice: InvoiceDetail) => Partial<InvoiceDetail>): Change =>
  changing('createInvoice', 'invoice', (invoice) => ({ ...invoice, ...change(invoice) }))

const faults: readonly [says: string, clause: ClauseId, Change][] = [
  [
    'created_at is when the order was processed',
    'create.from-order',
    created(({ processed_at }) => ({ created_at: processed_at })),
  ],
  [
    'orders are not found by the order name of a new invoice',
    'create.persists',
    fresh(() => {
      const before = new Set<string>()
      return changingSearch(before)
    }),
  ],
  [
    "another store's template is taken for one's own",
    'create.template-unknown',
    around('createInvoice', (request, handler) => {
      const { template_id: id, ...body } = request.body
      const isFar = typeof id === 'number' && id < 2 ** 40 && !request.context.store.templates.has(id)
      return handler(isFar ? { ...request, body } : request)
    }),
  ],
  [
    'a refused creation uses up a number',
    'create.rejected-no-effect',
    around('createInvoice', (request, handler) => {
      try {
        return handler(request)
      } catch (error) {
        const { store } = request.context
        const settings = settingsOf(store)
        const next_invoice_number = String(Number(settings.next_invoice_number) + 1)
        if (error instanceof Refusal) store.settings.set('settings', { ...settings, next_invoice_number })
        throw error
      }
    }),
  ],
  [
    'the existing invoice comes with the quantities of the first line alone',
    'create.returns-existing',
    fresh(() => {
      const seen = new Set<string>()
      return created(({ slug, line_items }) => {
        const again = seen.has(slug)
        seen.add(slug)
        return again ? { line_items: line_items.slice(0, 1) } : {}
      })
    }),
  ],
  [
    'of simultaneous creations one is answered without an invoice',
    'create.returns-existing-concurrent',
    fresh(() => {
      const times = new Map<unknown, number[]>()
      return onReply((answer, exchange) => {
        const id = (exchange.body as { order_id?: unknown } | undefined)?.order_id
        if (exchange.operation !== 'createInvoice' || answer.status > 299) return answer
        const recent = [...(times.get(id) ?? []), performance.now()]
        times.set(id, recent)
        const isRace = recent.length === 8 && recent.at(-1)! - recent[0]! < 60
        return isRace ? { ...answer, body: '{"invoice":null}' } : answer
      })
    }),
  ],
]

function changingSearch(known: Set<string>): Change {
  return changingEach('searchInvoices', 'invoices', (item, { query }) => {
    known.add(item.slug)
    return query['q'] === item.order_name ? { ...item, slug: item.slug.replace(/.$/, 'x') } : item
  })
}

test.each(faults)('%s: %s fails', async (_, clause, change) => {
  const mock = await startMock({ seed: 1, ...change(PARTS) })
  expect(await outcomes(mock.target, [clause])).toEqual({ [clause]: 'fail' })
  await mock.close()
})
