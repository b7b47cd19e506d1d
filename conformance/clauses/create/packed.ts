import type { Observer } from '../../judge/observer.ts'
import { perRun } from '../../server/per-run.ts'
import { firstCreations } from './first-invoices.ts'

/** What of an option tells which document it asks for. */
export type Asked = { packing_slip?: boolean; template_id?: number }

const known = perRun<'drafts', Promise<boolean>>()

/** Options that no right server refuses: a draft is not packed, and need not have a packing slip. */
export async function packable<Options extends Asked>(
  observer: Observer,
  draft: boolean,
  options: readonly Options[],
): Promise<Options[]> {
  if (!draft || (await areDraftsPacked(observer))) return [...options]
  const slips = new Set((await observer.store.lastingTemplates('packing_slip')).map(({ id }) => id))
  return options.filter(
    ({ packing_slip, template_id }) =>
      !packing_slip && !(template_id !== undefined && slips.has(template_id)),
  )
}

/** Whether the server has packing slips of draft orders. */
const areDraftsPacked = (observer: Observer): Promise<boolean> =>
  known(observer.session, 'drafts', async () => {
    const [draft] = await firstCreations(observer, true)
    if (!draft || !observer.allows('documents')) return false
    const { slug } = draft.invoice
    const exchange = await observer.call('readInvoicePdf', {
      params: { slug },
      query: { packing_slip: true },
    })
    return !observer.is('unprocessable', exchange)
  })
