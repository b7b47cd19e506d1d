import type { Dialect } from '../../../schemas/dialect.ts'
import type { AdjustableKey } from '../../../schemas/questions.ts'
import { fieldsOf } from '../../../schemas/resources.ts'
import { isOneOf, keysOf } from '../../../schemas/tables.ts'

/** Answers to one question that no request tells apart, as the other answers are; the one to write comes first. */
export interface Equal {
  key: AdjustableKey
  values: readonly unknown[]
  why: string
}

/** What cannot be told apart on a server that gives these answers. */
export function equalsIn(dialect: Partial<Dialect>): Equal[] {
  return RULES.flatMap((rule) => rule(dialect) ?? []).filter(({ key, values }) =>
    isOneOf<unknown>(values, dialect[key]),
  )
}

/** The dialect with one value for all that are equal: two of them are the same where no request tells one from the other. */
export function canonical<Answers extends Partial<Dialect>>(dialect: Answers): Answers {
  const same = equalsIn(dialect).map(({ key, values }) => [key, values[0]])
  // The values are the keys' own.
  return { ...dialect, ...(Object.fromEntries(same) as Partial<Answers>) }
}

const INPUTS = {
  'templates.required': 'resources/template-input',
  'customers.required': 'resources/customer-input',
} as const

/** Whether a creation of either kind must carry nothing, or all there is. */
const requires = (dialect: Partial<Dialect>, what: 'nothing' | 'everything'): boolean =>
  keysOf(INPUTS).every((key) => {
    const wanted = what === 'nothing' ? 0 : Object.keys(fieldsOf(INPUTS[key])).length
    return dialect[key]?.length === wanted
  })

const RULES: readonly ((dialect: Partial<Dialect>) => Equal | null)[] = [
  ({ 'status.deleted': status }) =>
    status === 204 || status === 205
      ? { key: 'body.deleted', values: ['none', 'object', 'message'], why: `a ${status} has no body` }
      : null,
  ({ 'pagination.out_of_range': list }) =>
    list === undefined
      ? null
      : { key: 'pagination.search_out_of_range', values: [list, 'as_list'], why: 'the list does the same' },
  (dialect) =>
    requires(dialect, 'nothing')
      ? { key: 'patch.omitted', values: ['reset', 'reset_optional'], why: 'no field is required' }
      : null,
  (dialect) =>
    requires(dialect, 'everything')
      ? { key: 'patch.omitted', values: ['kept', 'reset_optional'], why: 'every field is required' }
      : null,
]
