import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/**
 * The path of a file that comes from a large package of which a few files are used. The published kit has a copy of
 * those in `vendor/` (build.ts), with their licences; a clone has the packages themselves.
 * @param module a file of a package, as it would be imported: `swagger-ui-dist/swagger-ui.css`
 */
export function vendoredFile(module: string): string {
  const copy = fileURLToPath(new URL(`../vendor/${module}`, import.meta.url))
  return existsSync(copy) ? copy : require.resolve(module)
}
