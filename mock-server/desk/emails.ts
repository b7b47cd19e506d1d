import type { ShownEmail } from '../../schemas/types.ts'
import { documentFileName } from '../documents/index.ts'
import type { Mock } from '../mock.ts'
import { downloadPath } from '../routes/download-path.ts'
import { documentSource } from '../rules/documents.ts'
import type { EmailRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { contextFor, storesNamed } from './store-named.ts'

/**
 * Emails queued so far, of one store or of all, the oldest first.
 * @param origin where the download URLs of their attachments lead to; empty for paths
 */
export function emails(mock: Mock, origin: string, store?: string): ShownEmail[] {
  return storesNamed(mock, store)
    .flatMap((each) => [...each.emails.values()].map((email) => shown(mock, origin, each, email)))
    .toSorted((one, other) => one.id - other.id)
}

/** An email as it would have gone out. */
function shown(mock: Mock, origin: string, store: Store, email: EmailRecord): ShownEmail {
  const { id, document_id, ...content } = email
  return {
    id,
    store: store.record.name,
    ...content,
    attachment: attachment(mock, origin, store, document_id),
  }
}

/** The document that is attached; null where it is not kept any more. */
function attachment(mock: Mock, origin: string, store: Store, id: number | undefined) {
  const document = id === undefined ? undefined : store.documents.get(id)
  if (!document) return null
  const { kind, template_id } = document
  return {
    file_name: documentFileName(documentSource(store, document)),
    kind,
    template_id,
    pdf_url: origin + downloadPath(document, contextFor(mock, store), mock.secret),
  }
}

/** Forgets the emails of one store or of all. */
export async function clearEmails(mock: Mock, store?: string): Promise<void> {
  for (const { emails: sent } of storesNamed(mock, store)) for (const id of sent.keys()) sent.delete(id)
  await mock.db.write()
}
