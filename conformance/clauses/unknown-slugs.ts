import type { OperationId } from '../../schemas/operations.ts'
import type { Call } from '../server/client/client.ts'
import type { Law } from '../judge/law.ts'
import { isUuid } from '../judge/watch/shape/values.ts'
import { strangeSlugs } from './strange-slugs.ts'

/** The clause demands not-found for slugs that no invoice has, malformed ones included. */
export async function judgeUnknownSlugs(
  law: Law,
  operation: OperationId,
  calls: readonly Call[],
): Promise<void> {
  if (law.permitted([operation]).length === 0) return
  const [known] = (await law.store.invoices()).items
  for (const slug of [...strangeSlugs(known?.slug), ...(known ? [String(known.id)] : [])]) {
    for (const call of isUuid(slug) ? calls : calls.slice(0, 1)) {
      const exchange = await law.call(operation, { ...call, params: { slug } })
      law.refused(exchange, 'not-found')
    }
  }
}
