import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../../../mock-server/index.ts'
import type { Dialect } from '../../../schemas/dialect.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { customerObservations, templateObservations } from './observe.ts'

let mock: StartedMock

beforeAll(async () => {
  mock = await startMock({ seed: 1 })
})
afterAll(() => mock.close())

const TEMPLATE = ['name', 'template_type'] satisfies Dialect['templates.required']
const CUSTOMER = ['email'] satisfies Dialect['customers.required']

/** Where one kind requires nothing the other one decides; where both do, a reset may keep what is required as well. */
test.each<[Dialect['patch.omitted'], Partial<Dialect>, Dialect['patch.omitted']]>([
  ['reset_optional', { 'templates.required': TEMPLATE, 'customers.required': [] }, 'reset_optional'],
  ['reset_optional', { 'templates.required': [], 'customers.required': CUSTOMER }, 'reset_optional'],
  ['reset', { 'templates.required': TEMPLATE, 'customers.required': [] }, 'reset'],
  ['reset_optional', { 'templates.required': [], 'customers.required': [] }, 'reset'],
  ['kept', { 'templates.required': TEMPLATE, 'customers.required': CUSTOMER }, 'kept'],
])('%s, with %j, is seen as %s', async (rule, required, seen) => {
  await mock.setDialect({ 'patch.omitted': rule, ...required })
  const checks = [customerObservations, templateObservations]
  const { observations } = await run(parseTarget(mock.target), { seed: 1, checks })
  expect(observations.get('patch.omitted')?.value).toBe(seen)
})
