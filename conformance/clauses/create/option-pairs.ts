import type { CreateInvoiceRequest } from '../../../schemas/types.ts'
import type { Observer } from '../../judge/observer.ts'
import { packable } from './packed.ts'

type Options = Partial<CreateInvoiceRequest>

const PDF: readonly Options[] = [{ generate_pdf: true }, { generate_pdf: false }, {}]

/** Which document is asked for. Both a template and packing_slip may be refused (question packing_slip.explicit_false). */
async function documents({ store }: Observer): Promise<Options[]> {
  const templates = await Promise.all(
    (['invoice', 'packing_slip'] as const).map((type) => store.lastingTemplates(type)),
  )
  return [
    { packing_slip: true },
    { packing_slip: false },
    ...templates.flatMap(([one]) => (one ? [{ template_id: one.id }] : [])),
    {},
  ]
}

/** Options of creations for orders, those that tell both things first; and for draft orders, each value of either at least. */
export async function optionPairs(observer: Observer): Promise<Record<'orders' | 'drafts', Options[]>> {
  const asked = await documents(observer)
  const told = (options: Options) => Object.keys(options).length
  return {
    orders: asked
      .flatMap((document) => PDF.map((pdf) => ({ ...pdf, ...document })))
      .toSorted((a, b) => told(b) - told(a)),
    drafts: await packable(
      observer,
      true,
      asked.map((document, at) => ({ ...PDF[at % PDF.length], ...document })),
    ),
  }
}
