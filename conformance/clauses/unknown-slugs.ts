import type { ClauseId } from '../../schemas/clauses.ts'
import type { OperationId } from '../../schemas/operations.ts'
import type { Call } from '../server/client/client.ts'
import type { Trial } from '../judge/trial.ts'
import { isUuid } from '../judge/watch/shape/values.ts'
import { strangeSlugs } from './read/index.ts'

/** The clause demands not-found for slugs that no invoice has, malformed ones included. */
export async function judgeUnknownSlugs(
  trial: Trial,
  clause: ClauseId,
  operation: OperationId,
  calls: readonly Call[],
): Promise<void> {
  if (trial.permitted(clause, [operation]).length === 0) return
  const [known] = (await trial.session.inventory.invoices()).items
  for (const slug of [...strangeSlugs(known?.slug), ...(known ? [String(known.id)] : [])]) {
    for (const call of isUuid(slug) ? calls : calls.slice(0, 1)) {
      const exchange = await trial.call(operation, { ...call, params: { slug } })
      trial.refused(clause, exchange, 'not-found')
    }
  }
}
