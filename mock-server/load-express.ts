import { createRequire } from 'node:module'
import { turn } from './slices.ts'

/**
 * Express and what it makes of the mock, a package in a round of the event loop: to load it whole keeps everybody waiting
 * for a tenth of a second.
 * @param allowed when the next is loaded
 */
export async function loadExpress(allowed = turn): Promise<typeof import('./express-app.ts')> {
  const manifest = createRequire(import.meta.url).resolve('express/package.json')
  const load = createRequire(manifest)
  const { dependencies }: { dependencies: object } = load(manifest)
  // Those further on in the alphabet need the fewest others, as it happens.
  for (const name of Object.keys(dependencies).toReversed()) {
    await allowed()
    load(name)
  }
  await allowed()
  return import('./express-app.ts')
}
