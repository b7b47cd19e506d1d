import { messageOf } from '../../../schemas/thrown.ts'
import { structureProblem } from './structure.ts'

/** A PDF as a reader finds it. */
export interface ReadPdf {
  /** Why it is no complete, well-formed PDF; null when it is. */
  problem: string | null
  /** The text of its first pages, a line for each page; empty where nothing is written in letters. */
  text: string
}

/** Bytes of a document that is read; a larger one is judged by its structure alone. */
const MOST_BYTES = 20 * 2 ** 20
const MOST_PAGES = 20
const MOST_MS = 15_000

/** Reads a PDF within limits of size and time. Never throws: what is wrong stands in `problem`. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const problem = structureProblem(bytes)
  if (problem !== null) return { problem, text: '' }
  if (bytes.length > MOST_BYTES) return { problem: null, text: '' }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ReadPdf>((resolve) => {
    timer = setTimeout(() => resolve({ problem: null, text: '' }), MOST_MS)
  })
  try {
    return await Promise.race([parsed(bytes), late])
  } catch (error) {
    return { problem: `it cannot be read: ${messageOf(error)}`, text: '' }
  } finally {
    clearTimeout(timer)
  }
}

async function parsed(bytes: Buffer): Promise<ReadPdf> {
  // Loading the reader takes most of a second: only a run that meets a PDF pays for it.
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, stopAtErrors: true })
  try {
    const pages: string[] = []
    for (let n = 1; n <= Math.min(document.numPages, MOST_PAGES); n++) {
      const { items } = await (await document.getPage(n)).getTextContent()
      pages.push(items.map(pieceText).join(''))
    }
    const problem = document.numPages > 0 ? null : 'it has no page'
    return { problem, text: pages.join('\n') }
  } finally {
    await document.destroy()
  }
}

/** A piece of text with the break behind it. */
function pieceText(item: { str: string; hasEOL: boolean } | { type: string }): string {
  return 'str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''
}
