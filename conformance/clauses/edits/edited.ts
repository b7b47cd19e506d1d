import type { Law } from '../../judge/law.ts'

/** Whether the run edited the order of an invoice that it made. */
export const isEdited = ({ platform, session }: Law, slug: string): boolean =>
  platform.editedSince(session.orderOf.get(slug) ?? '', 0)
