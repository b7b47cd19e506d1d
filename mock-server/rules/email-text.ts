/** Signs that a text of an email has at most: a template may name a long note many times. */
const MOST_SIGNS = 100_000

const PLACEHOLDER = /\{\{\s*([a-z0-9_]+(?:\.[a-z0-9_]+)*)\s*\}\}/gi

/**
 * A text of an email with its placeholders filled in: `{{ invoice.number }}` by the field of that path. One that
 * names no text, number or flag stays as it is, so that whoever wrote it sees it.
 */
export function filledIn(template: string, values: Readonly<Record<string, unknown>>): string {
  let left = MOST_SIGNS
  const text = template.slice(0, MOST_SIGNS).replaceAll(PLACEHOLDER, (placeholder, path: string) => {
    const filled = left > 0 ? (valueAt(values, path.split('.')) ?? placeholder) : ''
    left -= filled.length
    return filled
  })
  return text.slice(0, MOST_SIGNS)
}

function valueAt(values: unknown, path: readonly string[]): string | undefined {
  const value = path.reduce<unknown>(
    (whole, step) => (isObject(whole) && Object.hasOwn(whole, step) ? whole[step] : undefined),
    values,
  )
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
