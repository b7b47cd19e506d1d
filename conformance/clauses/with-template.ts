import type { Template, TemplateInput } from '../../schemas/types.ts'
import type { Law } from '../judge/law.ts'
import { createTemplateOf, deleteOwn, templateInput } from '../server/activity/own-records.ts'

type Use<T> = (template: Template, input: TemplateInput) => Promise<T>

/**
 * Does something with a template of the run's own, which is deleted then.
 * @returns null where none may be created, or the server takes none
 */
export async function withTemplate<T>(
  law: Law,
  overrides: Partial<TemplateInput>,
  use: Use<T>,
): Promise<T | null> {
  if (!law.permits('createTemplate')) return null
  return withTemplateOf(law, await templateInput(law.session, overrides), use)
}

/** The same with one of this input, which leaves out what it means to. */
export async function withTemplateOf<T>(law: Law, sent: TemplateInput, use: Use<T>): Promise<T | null> {
  if (!law.permits('createTemplate')) return null
  const { record, input } = await createTemplateOf(law.session, sent)
  if (!record) return null
  const made = law.ledger.watch('templates', record.id)
  try {
    return await use(record, input)
  } finally {
    if (made.isThere()) await deleteOwn(law.session, 'templates', record.id)
  }
}
