import { PARTS, startMock } from '../../../mock-server/index.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { CHECKS } from '../../clauses/index.ts'
import { MUTANTS } from '../mutants/index.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { runThrough } from './through.ts'

/** What the proxy made of one mutant while the suite judged it by the checks of its clause. */
export interface Sight {
  id: string
  /** Whether the suite failed it by these checks. */
  suite: boolean
  /** What failed by the traffic alone. */
  seen: readonly string[]
}

const CHECKED = new Set(CHECKS.flatMap(({ clauses }) => clauses))

/** What calls every operation, well and otherwise: many clauses have no requests of their own, and a whole run takes ten times as long. */
export const ORDINARY: readonly ClauseId[] = [
  'list.defaults',
  'search.by-number',
  'customers.read',
  'customers.create',
  'templates.create',
  'settings.read',
  'settings.partial-update',
  'create.persists',
  'regenerate.same-invoice',
  'bulk.queued',
  'auth.error-body',
  'errors.not-found-body',
  'errors.unprocessable-body',
  'templates.update',
  'templates.delete',
  'customers.list',
  'customers.update',
  'customers.delete',
  'list.pages-partition',
  'list.filter-financial-status',
  'search.pagination',
  'pdf.envelope',
  'email.queued',
]

/** So many mutants, evenly from the list, the first drawn by the seed. */
export function sampled(size: number, seed: number): Mutant[] {
  const step = MUTANTS.length / size
  return Array.from({ length: size }, (_, at) =>
    Math.floor(((at + (seed % 97) / 97) * step) % MUTANTS.length),
  ).flatMap((at) => MUTANTS[at] ?? [])
}

/** Puts the proxy between the suite and a mutant. */
export async function seeMutant({ id, clause, mutate }: Mutant, seed: number): Promise<Sight> {
  const mock = await startMock({ ...mutate(PARTS), seed })
  try {
    const { run, seen } = await runThrough(mock.target, {
      clauses: [clause],
      exercise: CHECKED.has(clause) ? [clause] : ORDINARY,
      seed,
      runs: 5,
    })
    const failed = ({ verdicts }: typeof run) =>
      verdicts.flatMap((verdict) => (verdict.outcome === 'fail' ? verdict.clause : []))
    return { id, suite: failed(run).includes(clause), seen: failed(seen) }
  } finally {
    await mock.close()
  }
}
