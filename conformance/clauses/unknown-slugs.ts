import type { OperationId } from '../../schemas/operations.ts'
import { atOnce } from '../judge/at-once.ts'
import type { Law } from '../judge/law.ts'
import { isUuid } from '../judge/watch/shape/values.ts'
import type { Call } from '../server/client/client.ts'
import { strangeSlugs } from './strange-slugs.ts'

/** The clause demands not-found for slugs that no invoice has, malformed ones included. */
export async function judgeUnknownSlugs(
  law: Law,
  operation: OperationId,
  calls: readonly Call[],
): Promise<void> {
  if (law.permitted([operation]).length === 0) return
  const [known] = (await law.store.invoices()).items
  const slugs = [...strangeSlugs(known?.slug), ...(known ? [String(known.id)] : [])]
  const asked = slugs.flatMap((slug) =>
    (isUuid(slug) ? calls : calls.slice(0, 1)).map((call) => ({ ...call, params: { slug } })),
  )
  await atOnce(asked, async (call) => law.refused(await law.call(operation, call), 'not-found'))
}
