import { expect, test } from 'vitest'
import { PARTS, startMock, type StartedMock } from '../../../mock-server/index.ts'
import { settingsOf, type SettingsRecord } from '../../../mock-server/seams.ts'
import { PERMISSIONS, type Permission } from '../../../schemas/permissions.ts'
import { around } from '../../proof/mutants/answers.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { beside } from './beside.ts'

/** Settings move to this with the first templates that are created, so many of them. */
const moving = (settings: Partial<SettingsRecord>, times: number) => {
  let created = 0
  return around('createTemplate', (request, handler) => {
    const { store } = request.context
    if (++created <= times) store.settings.set('settings', { ...settingsOf(store), ...settings })
    return handler(request)
  })(PARTS)
}

async function settingsAt({ target: { base_url, api_key } }: StartedMock) {
  const response = await fetch(`${base_url}/settings`, { headers: { 'x-auth-token': api_key } })
  return ((await response.json()) as { settings: SettingsRecord }).settings
}

const verdictsOf = async ({ target }: StartedMock, allow: readonly Permission[]) => {
  const judged = parseTarget({ ...target, allow })
  return (await run(judged, { checks: [beside], clauses: ['model.sequences'], seed: 1 })).verdicts
}

test('a template that moves settings, of which one cannot be given, is found, and they are put back', async () => {
  const moves = moving({ locale: 'fr', email_locale: 'fr' }, Infinity)
  const mock = await startMock({ seed: 1, dialect: 'strict', ...moves })
  const { locale } = await settingsAt(mock)
  expect(await verdictsOf(mock, PERMISSIONS)).toMatchObject([
    { outcome: 'fail', failure: { field: 'settings.locale' } },
  ])
  expect(await settingsAt(mock)).toMatchObject({ locale })
  await mock.close()
})

test('without permission for settings, what somebody else switches stays as it was switched', async () => {
  const harmless = PERMISSIONS.filter((permission) => permission !== 'settings')
  const mock = await startMock({ seed: 1, ...moving({ automatic_invoicing: true }, 1) })
  expect(await settingsAt(mock)).toMatchObject({ automatic_invoicing: false })
  expect(await verdictsOf(mock, harmless)).toMatchObject([{ outcome: 'pass' }])
  expect(await settingsAt(mock)).toMatchObject({ automatic_invoicing: true })
  await mock.close()
})
