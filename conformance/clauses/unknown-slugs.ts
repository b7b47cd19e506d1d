import type { OperationId } from '../../schemas/operations.ts'
import type { InvoiceSummary } from '../../schemas/types.ts'
import { atOnce } from '../judge/at-once.ts'
import type { Law } from '../judge/law.ts'
import { isUuid } from '../judge/watch/shape/values.ts'
import type { Call } from '../server/client/client.ts'
import { strangeSlugs } from './strange-slugs.ts'

/** What else names an invoice, as far as it is the slug of none and fits into a path. */
export const namesOf = (
  { id, number, order_name }: InvoiceSummary,
  all: readonly InvoiceSummary[],
): string[] =>
  [id, number, order_name]
    .map((name) => String(name ?? ''))
    .filter(
      (name) => name !== '' && !/[/\\]|^[.]+$|^search$/i.test(name) && all.every(({ slug }) => slug !== name),
    )

/** Unknown slugs that a run without `hostile-input` asks each operation for. */
const PLAIN = 4

/** The clause demands not-found for slugs that no invoice has, malformed ones included. */
export async function judgeUnknownSlugs(
  law: Law,
  operation: OperationId,
  calls: readonly Call[],
): Promise<void> {
  if (law.permitted([operation]).length === 0) return
  const { items } = await law.store.invoices()
  const [known] = items
  const strange = [...strangeSlugs(law, known?.slug), ...(known ? namesOf(known, items) : [])]
  const slugs = law.mayTry('hostile-input', 'malformed slugs')
    ? strange
    : strange.filter(isUuid).slice(0, PLAIN)
  const asked = slugs.flatMap((slug) =>
    (isUuid(slug) ? calls : calls.slice(0, 1)).map((call) => ({ ...call, params: { slug } })),
  )
  await atOnce(asked, async (call) => law.refused(await law.call(operation, call), 'not-found'))
}
