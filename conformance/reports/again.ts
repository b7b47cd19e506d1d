import type { ConformanceReport } from '../../schemas/types.ts'

/** What was judged, and how it was aimed at. */
export type Aimed = Pick<ConformanceReport, 'target' | 'aim'>

/** The line that judges clauses again. A run that no command line started does not know its target file. */
export const commandOf = (clauses: string, { aim = '--target target.json' }: Aimed, seed: number): string =>
  `npx invoicing-kit conformance run ${clauses} --seed ${seed} ${aim}`
