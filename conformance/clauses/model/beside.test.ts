import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../../mock-server/index.ts'
import { settingsOf } from '../../../mock-server/seams.ts'
import { around } from '../../proof/mutants/answers.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { beside } from './beside.ts'

test('a template that moves settings, of which one cannot be given, is found, and they are put back', async () => {
  const moving = around('createTemplate', (request, handler) => {
    const { store } = request.context
    store.settings.set('settings', { ...settingsOf(store), locale: 'fr', email_locale: 'fr' })
    return handler(request)
  })
  const mock = await startMock({ seed: 1, dialect: 'strict', ...moving(PARTS) })
  const localeAt = async () => {
    const headers = { 'x-auth-token': mock.target.api_key }
    const response = await fetch(`${mock.target.base_url}/settings`, { headers })
    return ((await response.json()) as { settings: { locale: string } }).settings.locale
  }
  const before = await localeAt()
  const target = parseTarget(mock.target)
  const { verdicts } = await run(target, { checks: [beside], clauses: ['model.sequences'], seed: 1 })
  expect(verdicts).toMatchObject([{ outcome: 'fail', failure: { field: 'settings.locale' } }])
  expect(await localeAt()).toBe(before)
  await mock.close()
})
