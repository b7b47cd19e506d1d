import type { Law } from '../judge/law.ts'

/** A template of the store for each of the two documents, as an option. */
export async function oneOfEachType(law: Law): Promise<{ template_id: number }[]> {
  const [invoice] = await law.store.lastingTemplates('invoice')
  const [slip] = await law.store.lastingTemplates('packing_slip')
  return [invoice, slip].flatMap((template) => (template ? { template_id: template.id } : []))
}
