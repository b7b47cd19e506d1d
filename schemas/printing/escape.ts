/**
 * Text inside an element or an attribute of HTML or XML; what XML forbids becomes U+FFFD. A report may be printed into a
 * log of CI: what would be a command there is written as entities, which read the same.
 */
export function escaped(text: string): string {
  return text
    .replaceAll(FORBIDDEN, '\uFFFD')
    .replaceAll(/[&<>"']/g, asEntity)
    .replaceAll('##[', '##&#91;')
    .replaceAll(/(?<=^|[\s\u0085\ufffd])::/g, '&#58;:')
}

// oxlint-disable-next-line no-control-regex -- these are what XML 1.0 has no way to write
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A character that marks something up, as the entity that reads the same. */
export const asEntity = (character: string): string => ENTITIES[character] ?? character
