import { drawSample, keepDrawing } from './index.ts'
import type { FontFamily } from './fonts.ts'
import { sampleSource } from './sample-sources.ts'
import type { DocumentSource } from './source.ts'

/** A name in the scripts whose fonts are slow to read, and words of them with a comma between, which is of the family. */
const BUYER = { first_name: 'شكرا', last_name: 'לך' }
const THANKS = 'شكرا, לך'

/**
 * Draws samples that nobody sees: what draws documents is then loaded, its usual fonts read in both weights, and stays so.
 * One after the other, what most documents need first, so that whoever asks for a document meanwhile waits for one at most.
 */
export async function warmUp(): Promise<void> {
  keepDrawing()
  await drawSample(sampleSource())
  // The default, and one whose tables are slow to read; what the others take is little beside them.
  await drawSample(inAllScripts('Noto Sans'))
  await drawSample(inAllScripts('Noto Serif'))
}

function inAllScripts(font_family: FontFamily): DocumentSource {
  const { invoice } = sampleSource()
  const billing_address = { ...invoice.billing_address, ...BUYER }
  return sampleSource({ template: { font_family }, invoice: { note: THANKS, billing_address } })
}
