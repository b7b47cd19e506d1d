import { fileURLToPath } from 'node:url'

const inKit = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * What Node takes to be the front door in a process of its own: what `npm test` has just built, which starts in half the
 * time, else the sources.
 */
export const FRONT_DOOR: readonly string[] = process.env['INVOICING_KIT_BUILT']
  ? [inKit('dist/cli.js')]
  : ['--import', import.meta.resolve('tsx'), inKit('cli.ts')]
