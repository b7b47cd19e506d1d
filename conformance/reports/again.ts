import type { ConformanceReport } from '../../schemas/types.ts'

/** What was judged, and how it was aimed at. */
export type Aimed = Pick<ConformanceReport, 'target' | 'aim'>

/** The line that judges a clause again. Of a run that no command line started nobody knows where its target file lies. */
export const commandOf = (clause: string, { aim = '--target target.json' }: Aimed, seed: number): string =>
  `npx invoicing-kit conformance run ${clause} --seed ${seed} ${aim}`
