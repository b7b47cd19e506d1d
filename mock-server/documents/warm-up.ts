import { renderDocument } from './render.ts'
import { sampleSource } from './sample-sources.ts'

/** Words of the scripts whose fonts are slow to read. */
const THANKS = 'شكرا לך'

/** Draws a sample that nobody sees: what draws documents is then loaded, its usual fonts read. */
export async function warmUp(): Promise<void> {
  await renderDocument(sampleSource({ invoice: { note: THANKS, number: THANKS } }))
}
