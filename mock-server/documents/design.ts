/** How a template's `design_key` arranges a document. */
export interface Design {
  /** Size of the text, in parts of the template's. */
  scale: number
  /** Size of the title, in parts of the text's. */
  title: number
  /** Lines of body text above and below what parts the rows of the table. */
  padding: number
  /** Whether hairlines part the rows and frame the dates. */
  ruled: boolean
  /** Whether dates and the head of the table stand on a tint, below a bar along the top of the first page. */
  tinted: boolean
  /** Whether reading starts with the title, and the seller stands on the other side. */
  titleFirst: boolean
}

const DESIGNS = {
  classic: { scale: 1, title: 2.4, padding: 0.38, ruled: true, tinted: false, titleFirst: false },
  modern: { scale: 1, title: 2.8, padding: 0.42, ruled: false, tinted: true, titleFirst: true },
  compact: { scale: 0.9, title: 1.6, padding: 0.18, ruled: true, tinted: false, titleFirst: false },
} as const satisfies Record<string, Design>

const isKnown = (key: string): key is keyof typeof DESIGNS => Object.hasOwn(DESIGNS, key)

/** The design of that name; the first for a template that has none, or one of which nothing is known. */
export const designOf = (key: unknown): Design =>
  typeof key === 'string' && isKnown(key) ? DESIGNS[key] : DESIGNS.classic
