import { DialectError, parseDialect } from '../schemas/dialect.ts'
import { hasFields } from '../schemas/tables.ts'
import type { Mistake, Path } from './mistakes.ts'

/** What is wrong with the dialects that a value names which is meant for a scenario, however wrong the rest of it is. */
export function dialectClashes(value: unknown): Mistake[] {
  if (!hasFields(value)) return []
  const stores = Array.isArray(value['stores']) ? value['stores'] : []
  return [
    ...wrongAnswers(value['dialect'], ['dialect']),
    ...stores.flatMap((store: unknown, at) =>
      hasFields(store) ? wrongAnswers(store['dialect'], ['stores', at, 'dialect']) : [],
    ),
  ]
}

function wrongAnswers(dialect: unknown, path: Path): Mistake[] {
  // What is no object at all is told by the schema.
  if (!hasFields(dialect)) return []
  try {
    parseDialect(dialect)
    return []
  } catch (error) {
    if (!(error instanceof DialectError)) throw error
    return error.problems.map((says) => ({
      path,
      says,
      field: Object.keys(dialect).find((key) => says.startsWith(key)) ?? '',
    }))
  }
}
