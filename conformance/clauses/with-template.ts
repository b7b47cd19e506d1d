import type { Template, TemplateInput } from '../../schemas/types.ts'
import type { Law } from '../judge/law.ts'
import { createTemplate, deleteOwn } from '../server/activity/own-records.ts'

/**
 * Does something with a template of the run's own, which is deleted then.
 * @returns null where none may be created, or the server takes none
 */
export async function withTemplate<T>(
  law: Law,
  overrides: Partial<TemplateInput>,
  use: (template: Template, input: TemplateInput) => Promise<T>,
): Promise<T | null> {
  if (!law.permits('createTemplate')) return null
  const { record, input } = await createTemplate(law.session, overrides)
  if (!record) return null
  try {
    return await use(record, input)
  } finally {
    await deleteOwn(law.session, 'templates', record.id)
  }
}
