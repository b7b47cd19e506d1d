import { hasFields } from '../../../schemas/tables.ts'

/** What a text looks like, whatever it says: two that are of one form tell a client apart by nothing but their content. */
const FORMS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/^$/, () => 'empty'],
  [
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
    (text) => `uuid ${text[14]} ${text === text.toLowerCase() ? 'lower' : 'upper'}`,
  ],
  [
    /^\d{4}-\d\d-\d\dT[\d:]+(\.\d+)?(Z|[+-][\d:]+)$/,
    (text) => text.slice(19).replaceAll(/\d/g, '0').replace(/[+-]/, '±'),
  ],
  [/^-?\d+\.\d+$/, (text) => `decimal ${text.split('.')[1]?.length}`],
  // A second, a millisecond, and what is short.
  [/^-?\d+$/, ({ length }) => (length < 10 ? 'integer' : `integer ${length}`)],
  [/^[A-Z]{2}$/, () => 'code'],
  [/^https?:/, () => 'url'],
]

const formOf = (text: string): string => {
  const [, form] = FORMS.find(([pattern]) => pattern.test(text)) ?? []
  return form ? form(text) : 'text'
}

/** The largest integer that 32 bits hold. */
const LARGE = 2 ** 31

/** What kinds of values are where: of a list, which kinds of items it has. */
export function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].toSorted().join('|')}]`
  if (hasFields(value)) return `{${fieldsOf(value).join()}}`
  if (typeof value === 'string') return formOf(value)
  if (typeof value === 'number') return Math.abs(value) < LARGE ? 'number' : 'large number'
  return value === null ? 'null' : typeof value
}

const fieldsOf = (value: Record<string, unknown>): string[] =>
  Object.keys(value)
    .toSorted()
    .map((name) => `${name}:${shapeOf(value[name])}`)

const VOLATILE = /^(uuid|url|\.?0*(Z|±))/

/** Fields that hold ids: those of what is made depend on what was made before. */
const ID = /(^|_)id$/

/** The value, in which whatever differs from run to run by itself is only told by its form. */
export function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady)
  if (hasFields(value)) return Object.fromEntries(Object.entries(value).map(steadyField))
  if (typeof value !== 'string') return value
  const form = formOf(value)
  return VOLATILE.test(form) ? form : value
}

const steadyField = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  ID.test(name) ? shapeOf(value) : steady(value),
]
