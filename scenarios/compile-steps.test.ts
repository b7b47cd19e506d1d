import { expect, test, vi } from 'vitest'

test('what checks a scenario is compiled in parts, once', async () => {
  // Other tests of the process may have had it compiled.
  vi.resetModules()
  const { compileSteps } = await import('./schema-check.ts')
  const { checkScenario } = await import('./check.ts')
  expect([...compileSteps()].length).toBeGreaterThan(30)
  expect([...compileSteps()]).toEqual([])
  const stores = [{ name: 'shop', api_key: 'test_key_of_the_shop', orders: [{ line_items: [{ price: 1 }] }] }]
  expect(() => checkScenario({ description: 'A shop', stores }, 'it')).toThrow('price')
})
