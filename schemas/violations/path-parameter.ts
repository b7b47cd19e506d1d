import { formats } from '../formats.ts'
import { PATH_PARAMETERS, type PathParameter } from '../path-parameters.ts'
import type { SchemaNode } from '../schema-files.ts'

/** The one way in which JSON writes an integer. */
const INTEGER = /^-?(0|[1-9]\d*)$/

/** Whether a part of a path, percent-encoded as sent, is what the parameter in its place must be. */
export function isFitting(parameter: PathParameter, sent: string): boolean {
  const { type, format }: SchemaNode = PATH_PARAMETERS[parameter].schema
  const text = decoded(sent)
  if (text === undefined) return false
  if (type === 'integer') return INTEGER.test(text)
  return format === undefined || (formats()[format]?.(text) ?? true)
}

/** A part of a URL without its percent escapes; undefined where one of them is none. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
