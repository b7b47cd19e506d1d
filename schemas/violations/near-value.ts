import { formats } from '../formats.ts'
import { inType } from '../near-types.ts'
import type { SchemaNode } from '../schema-files.ts'

/** Numbers and words are shorter; a text of a megabyte is near to none. */
const LONGEST = 40

/** The value of a type that one of another type stands for, as `12` for `"12"`; undefined where it is near to none. */
export function nearTo(type: SchemaNode['type'], sent: unknown): unknown {
  const plain = typeof sent === 'string' ? plainText(sent, type) : sent
  const read = inType(type, plain)
  const isRead = read !== plain || (plain !== sent && typeof read !== 'string')
  return isRead && !isInexact(read) ? read : undefined
}

/** A text as it would have to be written: `12` for ` 12.0 `, `true` for `TRUE`. */
function plainText(text: string, type: SchemaNode['type']): unknown {
  const plain = text.length > LONGEST ? text : text.trim().toLowerCase()
  const number = plain === '' || type !== 'integer' ? NaN : Number(plain)
  return Number.isInteger(number) ? number : plain
}

/** Beyond 2^53 what is read is another number than what was written. */
const isInexact = (value: unknown): boolean => typeof value === 'number' && !Number.isSafeInteger(value)

/** The day that a text means that writes it otherwise: 2026-03-01 for 2026-3-1 or 20260301T09:30. */
export function dayIn(sent: unknown): string | undefined {
  if (typeof sent !== 'string') return undefined
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?!\d)/.exec(sent.slice(0, LONGEST).trim()) ?? []
  const text = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return formats()['date']?.(text) ? text : undefined
}
