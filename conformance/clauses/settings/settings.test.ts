import { beforeAll, describe, expect, test } from 'vitest'
import { PARTS, startMock } from '../../../mock-server/index.ts'
import { CLAUSE_IDS } from '../../../schemas/clauses.ts'
import { around } from '../../proof/mutants/answers.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { eachByItself } from './each-by-itself.ts'

const CLAUSES = CLAUSE_IDS.filter((clause) => clause.startsWith('settings.'))

const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

/** The settings, but for the next number, which each invoice moves on. */
async function settingsAt({ base_url, api_key }: { base_url: string; api_key: string }) {
  const response = await fetch(`${base_url}/settings`, { headers: { 'x-auth-token': api_key } })
  const { settings } = (await response.json()) as { settings: object }
  return { ...settings, next_invoice_number: null }
}

test('every clause passes on the mock, whose settings are then as before', async () => {
  const mock = await startMock({ seed: 1 })
  const before = await settingsAt(mock.target)
  expect(await outcomes(mock.target, CLAUSES)).toEqual(allPass)
  expect(await settingsAt(mock.target)).toEqual(before)
  await mock.close()
})

test('every clause passes on a server that checks formats and refuses what is output only', async () => {
  const server = await startPlainServer({ profile: 'strict' })
  const before = await settingsAt(server.target)
  expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
  expect(await settingsAt(server.target)).toEqual(before)
  await server.close()
})

test('without permission for settings only those that nothing uses are written', async () => {
  const written = new Set<string>()
  const mock = await startMock({
    seed: 1,
    ...around('updateSettings', (request, handler) => {
      for (const name of Object.keys(request.body['settings'] as object)) written.add(name)
      return handler(request)
    })(PARTS),
  })
  await run(parseTarget({ ...mock.target, allow: ['writes'] }), { clauses: CLAUSES, seed: 1 })
  await mock.close()
  // Their switches are off in the scenario.
  expect([...written].toSorted()).toEqual([
    'automatic_invoicing_with_payment_link',
    'email_body_template',
    'email_subject_template',
    'financial_status',
    'fulfillment_status',
    'invoice_bcc_email',
    'payment_reminder_interval',
    'payment_reminder_when',
  ])
})

test('what others change now and then, all the time, is not held against the server', async () => {
  let updates = 0
  const changed = around('updateSettings', (request, handler) => {
    // Each time that all settings are gone through meets some of these.
    const isVisited = ++updates % 15 === 0
    if (isVisited) handler({ ...request, body: { settings: { footer_message: `Visited ${updates}` } } })
    return handler(request)
  })
  // By this others are known to be there.
  const joined = around('listCustomers', (request, handler) => {
    PARTS.handlers.createCustomer({ ...request, body: { customer: { last_name: 'Visitor' } } })
    return handler(request)
  })
  const mock = await startMock({ seed: 1, ...joined({ ...PARTS, ...changed(PARTS) }) })
  const { verdicts } = await run(parseTarget(mock.target), {
    checks: [eachByItself],
    clauses: ['settings.partial-update'],
    seed: 1,
  })
  await mock.close()
  expect(updates).toBeGreaterThan(30)
  expect(verdicts).toMatchObject([{ outcome: 'pass', failures: [] }])
})

/** How many updates a run sends, when somebody writes after one of them. */
async function updatesOfRun(at: number, settings: object) {
  let updates = 0
  const visited = around('updateSettings', (request, handler) => {
    const answer = handler(request)
    if (++updates === at) PARTS.handlers.updateSettings({ ...request, body: { settings } })
    return answer
  })
  const mock = await startMock({ seed: 1, ...visited(PARTS) })
  expect(await outcomes(mock.target, CLAUSES)).toEqual(allPass)
  await mock.close()
  return updates
}

describe('somebody who writes one setting, once', () => {
  let alone: number
  beforeAll(async () => void (alone = await updatesOfRun(0, {})))

  test.each([
    [1, 'business_name'],
    [31, 'tax_id'],
    [61, 'invoice_title'],
    [81, 'tax_id'],
    [101, 'business_name'],
    [151, 'tax_id'],
    [161, 'business_name'],
  ])('after update %i of the run, %s, is seen and not taken for the server', async (at, name) => {
    expect(await updatesOfRun(at, { [name]: 'By somebody else' })).toBeGreaterThan(alone)
  })
})

test('a server that keeps another form of a text now and then is found, whoever else might write', async () => {
  let updates = 0
  const cutting = around('updateSettings', (request, handler) => {
    const isCut = ++updates % 50 === 0
    const { settings } = request.body as { settings: object }
    const cut = Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === 'string' ? `${value.slice(0, 3)}…` : value,
    ])
    return handler(isCut ? { ...request, body: { settings: Object.fromEntries(cut) } } : request)
  })
  const mock = await startMock({ seed: 1, ...cutting(PARTS) })
  const found = Object.values(await outcomes(mock.target, CLAUSES))
  expect(updates).toBeGreaterThan(100)
  expect(found.filter((outcome) => outcome === 'fail').length).toBeGreaterThan(0)
  await mock.close()
})
