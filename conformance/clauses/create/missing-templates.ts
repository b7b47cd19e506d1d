import { unknownTemplates } from '../unknown-template.ts'
import type { Session } from '../../server/session.ts'

/** Integers that careless code takes for no template at all. */
const UNLIKE_IDS = [0, -1]

/**
 * Template ids that the store does not have, one after the other. Those that no store gives come last, and only
 * where the others were refused: a server that takes its default template for unknown ones (question
 * template.unknown) may well refuse these as no ids.
 */
export async function* missingTemplates(session: Session): AsyncGenerator<number> {
  yield* await unknownTemplates(session)
  if (session.observations.value('template.unknown') === 'default_template') return
  const own = new Set((await session.inventory.templates()).items.map(({ id }) => id))
  yield* UNLIKE_IDS.filter((id) => !own.has(id))
}
