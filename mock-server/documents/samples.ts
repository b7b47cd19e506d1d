import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXTRA_FONT_VARIABLE } from './fonts.ts'
import { renderDocument } from './render.ts'
import { PICTURES, SAMPLES } from './sample-list.ts'
import { withOrigin } from './testing/drawn-from.ts'

const FOLDER = 'samples'

/** `npm run samples`: every sample document as PDF, and as pictures where poppler's pdftoppm is installed. */
async function writeSamples(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const pictures = canDrawPictures()
  for (const { name, source } of SAMPLES) {
    const pdf = join(FOLDER, `${name}.pdf`)
    writeFileSync(pdf, await renderDocument(source))
    if (pictures) execFileSync('pdftoppm', ['-r', '80', '-png', '-l', '3', pdf, join(FOLDER, name)])
  }
  if (pictures) for (const name of PICTURES) writePicture(name)
  console.log(
    `${SAMPLES.length} documents in ./${FOLDER}${pictures ? ', with pictures, also in ./pictures' : ' (pdftoppm draws pictures of them)'}`,
  )
  if (!process.env[EXTRA_FONT_VARIABLE])
    console.log(`${EXTRA_FONT_VARIABLE} can name fonts for Chinese, Japanese, Thai and others`)
}

/** The first page of a sample, in `pictures/`. */
function writePicture(name: string): void {
  const pdf = join(FOLDER, `${name}.pdf`)
  const drawn = execFileSync('pdftoppm', ['-r', '80', '-png', '-f', '1', '-l', '1', pdf])
  writeFileSync(join('pictures', `${name}.png`), withOrigin(drawn, readFileSync(pdf)))
}

function canDrawPictures(): boolean {
  try {
    execFileSync('pdftoppm', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false // poppler is not installed
  }
}

await writeSamples()
