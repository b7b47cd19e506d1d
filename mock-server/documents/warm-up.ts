import { keepDrawing, renderDocument } from './index.ts'
import { sampleSource } from './sample-sources.ts'

/** Words of the scripts whose fonts are slow to read. */
const THANKS = 'شكرا לך'

/** Draws a sample that nobody sees: what draws documents is then loaded, its usual fonts read, and stays so. */
export async function warmUp(): Promise<void> {
  keepDrawing()
  await renderDocument(sampleSource({ invoice: { note: THANKS, number: THANKS } }))
}
