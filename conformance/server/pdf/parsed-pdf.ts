import { getDocumentProxy } from 'unpdf'
import { messageOf } from '../../../schemas/thrown.ts'
import { pageText } from './page-text.ts'

/** A PDF as a reader finds it. */
export interface ReadPdf {
  /** Why it is no complete, well-formed PDF; null when it is. */
  problem: string | null
  /** The text of its first pages, a line for each page; empty where nothing is written in letters. */
  text: string
}

const MOST_PAGES = 20

/** Reads a PDF. Never throws: what is wrong stands in `problem`. */
export async function parsedPdf(bytes: Uint8Array): Promise<ReadPdf> {
  try {
    return await parsed(bytes)
  } catch (error) {
    return { problem: `it cannot be read: ${messageOf(error)}`, text: '' }
  }
}

async function parsed(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(bytes, { verbosity: 0, stopAtErrors: true })
  try {
    const pages: string[] = []
    for (let n = 1; n <= Math.min(document.numPages, MOST_PAGES); n++) {
      const { items } = await (await document.getPage(n)).getTextContent()
      pages.push(pageText(items))
    }
    const problem = document.numPages > 0 ? null : 'it has no page'
    return { problem, text: pages.join('\n') }
  } finally {
    await document.destroy()
  }
}
