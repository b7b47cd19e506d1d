import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../../mock-server/index.ts'
import { settingsOf } from '../../../mock-server/seams.ts'
import { CLAUSE_IDS, type ClauseId } from '../../../schemas/clauses.ts'
import { around } from '../../proof/mutants/answers.ts'
import { all, fresh, type Change } from '../../proof/mutants/mutant.ts'
import { setting } from '../../proof/mutants/writes.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'

const CLAUSES = CLAUSE_IDS.filter((clause) => clause.startsWith('settings.'))

const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

const settingsAt = async ({ base_url, api_key }: { base_url: string; api_key: string }) =>
  (await fetch(`${base_url}/settings`, { headers: { 'x-auth-token': api_key } })).json()

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

test('without permission for settings what sends, numbers or automates is never written', async () => {
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
  expect(written).toContain('footer_message')
  const delicate =
    /^(automatic|invoice_(bcc|from|number)|next_|enable_|payment_|use_custom|email|financial|fulfil)/
  const output_only = ['email_locale', 'email_dkim_verified']
  expect([...written].filter((name) => delicate.test(name) && !output_only.includes(name))).toEqual([])
})

type Texts = { [name: string]: unknown }

/** An update after which some settings are as this says. */
const afterwards = (change: (given: Texts, before: Texts) => Texts): Change =>
  around('updateSettings', (request, handler) => {
    const before = settingsOf(request.context.store)
    const answer = handler(request)
    const { store } = request.context
    store.settings.set('settings', {
      ...settingsOf(store),
      ...change(request.body['settings'] as Texts, before as object as Texts),
    })
    return { ...answer, body: { settings: settingsOf(store) } }
  })

const faults: readonly [says: string, clause: ClauseId, Change][] = [
  [
    'an empty text is taken for none',
    'settings.partial-update',
    afterwards(({ address3 }, before) => (address3 === '' ? { address3: before['address3'] } : {})),
  ],
  [
    'a new title resets the footer',
    'settings.partial-update',
    afterwards((given) =>
      'invoice_title' in given && !('footer_message' in given) ? { footer_message: '' } : {},
    ),
  ],
  [
    'every fifth update is answered and not saved',
    'settings.partial-update',
    fresh(() => {
      let count = 0
      return around('updateSettings', (request, handler) => {
        const { settings } = request.context.store
        const before = settingsOf(request.context.store)
        const answer = handler(request)
        if (++count % 5 === 0) settings.set('settings', before)
        return answer
      })
    }),
  ],
  [
    'each update takes an invoice number',
    'settings.partial-update',
    afterwards((given, { next_invoice_number: next }) =>
      'next_invoice_number' in given ? {} : { next_invoice_number: String(Number(next) + 1) },
    ),
  ],
  [
    'line breaks of one title become spaces',
    'settings.round-trip',
    afterwards(({ credit_note_title: title }) =>
      typeof title === 'string' ? { credit_note_title: title.replaceAll('\n', ' ') } : {},
    ),
  ],
  [
    'reminders that are switched on begin with an interval of a week',
    'settings.partial-update',
    afterwards((given) =>
      given['enable_payment_reminders'] === true && !('payment_reminder_interval' in given)
        ? { payment_reminder_interval: 7 }
        : {},
    ),
  ],
  [
    'a sender of its own comes with what is said of its DKIM',
    'settings.output-only',
    all(
      setting('updateSettings', ['email_dkim_verified']),
      afterwards(({ use_custom_email }, { email_dkim_verified }) =>
        use_custom_email === true ? {} : { email_dkim_verified },
      ),
    ),
  ],
  [
    'an update of nothing brings back what is due in two weeks',
    'settings.empty-update',
    afterwards((given) => (Object.keys(given).length === 0 ? { default_due_days: 14 } : {})),
  ],
  [
    'an update of nothing resets a title',
    'settings.empty-update',
    afterwards((given) => (Object.keys(given).length === 0 ? { invoice_title: 'Invoice 2' } : {})),
  ],
]

test.each(faults)('%s: %s fails', async (_, clause, change) => {
  const mock = await startMock({ ...change(PARTS), seed: 1 })
  expect(await outcomes(mock.target, [clause])).toEqual({ [clause]: 'fail' })
  await mock.close()
})
