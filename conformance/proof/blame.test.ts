import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../mock-server/index.ts'
import { judgeAgrees, readAgain } from '../clauses/same-invoice.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { check } from '../judge/check.ts'
import type { Failure } from '../judge/verdict.ts'
import { jsonReport } from '../reports/json-report.ts'
import { run } from '../run/run.ts'
import { createInvoice } from '../server/activity/new-invoices.ts'
import { parseTarget } from '../server/load-target.ts'
import { MUTANTS } from './mutants/index.ts'

/** The failures of the first clause on a mock with one fault. */
async function failuresOn(fault: string, names: readonly string[]): Promise<readonly Failure[]> {
  const mutant = MUTANTS.find(({ id }) => id === fault)
  if (!mutant) throw new Error(`there is no mutant ${fault}`)
  const mock = await startMock({ ...mutant.mutate(PARTS), scenario: 'default', seed: 3 })
  const { verdicts } = await run(parseTarget(mock.target), {
    seed: 7,
    runs: 2,
    clauses: selectClauses(names),
  })
  await mock.close()
  return verdicts.find(({ clause }) => clause === names[0])?.failures ?? []
}

test.each([
  [
    'the alteration of a download URL',
    'pdf.of-the-signature-only-the-last-48-characters-are-compared',
    ['pdf.signed'],
    /^a document is served though character 1 of 64 of signature was changed$/,
  ],
  [
    'the store that owns a leaked invoice',
    'auth.on-the-last-page-of-the-list-stands-the-newest-invoice-of-another-store-too',
    ['auth.scope-invoices'],
    /^invoice \S+ belongs to the store of (other_store_)?api_key$/,
  ],
  [
    'a deletion',
    'auth.delete-customers-id-of-another-store-s-customer-answers-not-found-but-deletes-it',
    ['auth.scope-customers'],
    /^customer cannot be read any more, though .*deleteCustomer was answered 404$/,
  ],
  [
    'two simultaneous requests',
    'create.by-a-template-simultaneous-creations-each-make-an-invoice',
    ['create.returns-existing', 'create.returns-existing-concurrent'],
    /^two simultaneous requests invoiced order \d+$/,
  ],
  [
    'a stale list',
    'templates.the-list-shows-templates-as-they-were-before-their-first-update',
    ['templates.update'],
    /^stale: updated_at of template \d+ shows the value from before the update$/,
  ],
  [
    'a stale read of the settings',
    'settings.read-settings-is-answered-from-a-cache-that-update-settings-does-not-clear',
    ['settings.partial-update'],
    /^stale: business_name shows the value from before the update$/,
  ],
  [
    'a stale read of an invoice',
    'list.read-invoice-shows-updated-at-of-an-invoice-as-before-it-was-last-regenerated',
    ['list.summary-agrees-with-detail'],
    /; readInvoice is stale: it shows the value from before the regeneration$/,
  ],
])('a failure names %s', async (_, fault, names, sentence) => {
  const sentences = (await failuresOn(fault, names)).map(({ message }) => message)
  expect(sentences).toContainEqual(expect.stringMatching(sentence))
})

test('a filter that shows too much names the ids and the total', async () => {
  const [failure] = await failuresOn('list.invoice-type-is-ignored', ['list.filter-invoice-type'])
  expect(failure?.expected).toMatch(/^exactly the \d+ invoices? that match$/)
  expect(failure?.got).toMatch(/^the ids? \d+(, \d+)* too many; meta\.total \d+$/)
})

test('a number of emails is told in plain words', async () => {
  const failures = await failuresOn('email.each-email-is-queued-twice', ['email.mailbox'])
  expect(failures).toContainEqual(expect.objectContaining({ expected: '1 email', got: '2 emails' }))
})

/** The check edits an order and regenerates its invoice between two readings, and blames the difference on the server. */
const confused = check('create.persists', {
  name: 'an edited order',
  async run(law) {
    const made = await createInvoice(law.session, { editable: true })
    if (!made) return law.notExercised('no order is left')
    await law.platform.edit(made.order_id, false, { note: 'edited' })
    await law.call('regenerateInvoice', { params: { slug: made.invoice.slug } })
    judgeAgrees(law, made, await readAgain(law, made.invoice), { but: ['updated_at'] })
  },
})

test('a failure names what the run itself did between two readings', async () => {
  const mock = await startMock({ scenario: 'default', seed: 3 })
  const { verdicts } = await run(parseTarget(mock.target), {
    checks: [confused],
    clauses: ['create.persists'],
  })
  await mock.close()
  expect(verdicts).toMatchObject([
    {
      failure: {
        message: 'the run itself edited its order and regenerated it in between',
        field: 'invoice.note',
        exchanges: [
          { operation: 'createInvoice' },
          { operation: 'regenerateInvoice' },
          { operation: 'readInvoice' },
        ],
      },
    },
  ])
})

test('one fault of a field is one failure of several clauses', async () => {
  const fault = MUTANTS.find(({ id }) => id === 'customers.phone-loses-its-plus-sign')
  const mock = await startMock({ ...fault?.mutate(PARTS), seed: 3 })
  const target = parseTarget({ ...mock.target, allow: ['writes'] })
  const clauses = selectClauses(['customers.create', 'customers.output-only', 'model.sequences'])
  const report = jsonReport(await run(target, { seed: 7, runs: 2, clauses }))
  await mock.close()
  expect(report.verdicts.map(({ clause, caused_by }) => [clause, caused_by])).toEqual([
    ['customers.create', undefined],
    ['customers.output-only', 'customers.create'],
    ['model.sequences', 'customers.create'],
  ])
})
