import type { CreateInvoiceRequest } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { drawOf, isDrawn } from '../drawn.ts'

type Option = Exclude<keyof CreateInvoiceRequest, 'order_id'>
export type Context = Partial<CreateInvoiceRequest>

/** What a creation may say, the value first that it has not by itself. */
const FLAGS: readonly (readonly [Option, readonly boolean[]])[] = [
  ['draft', [true]],
  ['generate_pdf', [false, true]],
  ['packing_slip', [true, false]],
]
/** Of those contexts that say something else too, so many are drawn. */
const DRAWN = 2

/**
 * What a creation says beside what is wrong of it: each option by itself, since two may be refused for their own sake (a
 * packing slip of a draft order), and pairs and more of them, as the seed draws.
 * @param wrong the option that is wrong, of which none of them speaks
 */
export async function contexts(law: Law, wrong?: Option): Promise<Context[]> {
  const [template] = await law.store.lastingTemplates('invoice')
  const templates: Context[] = template && wrong !== 'template_id' ? [{}, { template_id: template.id }] : [{}]
  const all = templates.flatMap((one) => flagContexts(wrong).map((flags) => ({ ...flags, ...one })))
  const [by_itself, further] = [all.filter(isPlainest), all.filter((one) => !isPlainest(one))]
  const some = further.filter((one) => Object.keys(one).length > 0)
  const draw = drawOf(law, `contexts ${wrong}`, Math.ceil(some.length / DRAWN))
  return [...by_itself, ...some.filter((_, at) => isDrawn(draw, at))]
}

/** Each combination of flags but the wrong one, and of their absence. */
export const flagContexts = (wrong?: Option): Context[] =>
  FLAGS.filter(([flag]) => flag !== wrong).reduce<Context[]>(
    (all, [flag, values]) =>
      all.flatMap((one) => [one, ...values.map((value) => ({ ...one, [flag]: value }))]),
    [{}],
  )

/** Whether one thing alone is otherwise than where nothing is said. */
function isPlainest(context: Context): boolean {
  const [[option, value] = [], ...others] = Object.entries(context)
  const isOther = FLAGS.every(([flag, [first]]) => flag !== option || value === first)
  return option !== undefined && others.length === 0 && isOther
}
