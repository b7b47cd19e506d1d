import { documentFileName } from '../documents/index.ts'
import type { Context } from '../rules/context.ts'
import { documentSource } from '../rules/documents.ts'
import type { DocumentRecord } from '../store/records.ts'
import { signDownload } from './signed-url.ts'

/** Path and query at which a document can be downloaded for as long as the dialect says, by the store's clock. */
export function downloadPath(
  document: DocumentRecord,
  { store, world, dialect }: Pick<Context, 'store' | 'world' | 'dialect'>,
  secret: string,
): string {
  const expires = Math.ceil(world.now() / 1000) + dialect['pdf.url_lifetime']
  const download = { store: store.record.name, document: document.id }
  return signDownload(download, documentFileName(documentSource(store, document)), expires, secret)
}
