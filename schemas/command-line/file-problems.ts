import { didYouMean } from '../nearest.ts'
import type { SchemaName } from '../types.ts'
import { validate, type FieldError } from '../validate.ts'

/** All that is wrong with the content of a file under its schema: `waivers.0.expires is required`. */
export const fileProblems = (schema: SchemaName, content: unknown): string[] =>
  validate(schema, content).map(inWords)

function inWords({ path, message, known }: FieldError): string {
  const rather = known === undefined ? '' : `; ${didYouMean(path.at(-1) ?? '', known)}`
  return `${path.join('.') || 'the file'} ${message}${rather}`
}
