import { createRequire } from 'node:module'

type Bidi = ReturnType<typeof import('bidi-js').default>

const require = createRequire(import.meta.url)
let loaded: Bidi | undefined

/** The Unicode Bidirectional Algorithm, read at the first text that needs it. */
export function bidi(): Bidi {
  // The package exports the factory itself, where its types promise a default export.
  const factory: typeof import('bidi-js').default = require('bidi-js')
  loaded ??= factory()
  return loaded
}

/** The text with each bracket and sign as it looks when read from right to left. */
export const mirrored = (text: string): string =>
  Array.from(text, (character) => bidi().getMirroredCharacter(character) ?? character).join('')
