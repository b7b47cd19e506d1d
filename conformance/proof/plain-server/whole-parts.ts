import { isObject } from './is-object.ts'

/** A JSON merge patch of an order, or what stands in one. */
export type Patch = Record<string, unknown>

export function object(value: unknown): Patch {
  return isObject(value) ? value : {}
}

export function list(value: unknown): Patch[] {
  return Array.isArray(value) ? value.map(object) : []
}

const WHOLE: readonly (readonly [part: string, fields: readonly string[]])[] = [
  ['billing_address', ['first_name', 'last_name', 'address1', 'city', 'zip', 'country']],
  ['shipping_address', ['first_name', 'last_name', 'address1', 'city', 'zip', 'country']],
  ['line_items', ['title', 'quantity', 'price']],
  ['tax_lines', ['title', 'rate', 'price']],
]

/** What a patch has only a part of, or what of it does not add up; undefined where all is whole. */
export function partial(patch: Patch): string | undefined {
  for (const [part, fields] of WHOLE)
    for (const one of [patch[part] ?? []].flat().map(object)) {
      const missing = fields.find((field) => one[field] === undefined || one[field] === null)
      if (missing !== undefined) return `${part} without ${missing}: ${JSON.stringify(one)}`
    }
  const lines = list(patch['line_items'])
  const subtotal = lines.reduce((sum, line) => sum + Number(line['price']) * Number(line['quantity']), 0)
  // A tax may be rounded line by line, as the taxes of this server's own orders are.
  const most = 0.5 * lines.length + 0.01
  const wrong = list(patch['tax_lines']).find(
    (tax) => lines.length > 0 && Math.abs(Number(tax['price']) - Number(tax['rate']) * subtotal) > most,
  )
  return wrong && `${JSON.stringify(wrong)} is no tax of ${subtotal}`
}
