import type { Law } from '../judge/law.ts'
import { unknownTemplates } from './unknown-template.ts'

/** What is no template_id, in a query as in a body, though careless code reads some of it as `id`. */
const noTemplateIds = (id: number): unknown[] => [
  'none',
  `${id}abc`,
  `${id}.5`,
  `0x${id.toString(16)}`,
  -id,
  2 ** 63,
]

/**
 * A template_id of each kind that may be refused: those that the store does not have, and those that are none. What a
 * server takes of them is open (questions template.unknown, input.coercion); what it refuses does nothing.
 */
export async function strangeTemplateIds(law: Law): Promise<unknown[]> {
  const [known] = (await law.store.templates()).items
  const strange = law.mayTry('hostile-input', 'malformed template ids') ? noTemplateIds(known?.id ?? 1) : []
  return [...(await unknownTemplates(law)), ...strange]
}
