import { didYouMean } from '../nearest.ts'
import { isOneOf, keysOf } from '../tables.ts'
import type { Coverage } from '../types.ts'
import { coveragePage } from './page.ts'
import { coverageTable } from './table.ts'

export type Form = 'json' | 'table' | 'page'

/** What a coverage can be shown as beside JSON, and the media types that ask for each. */
const FORMS: Readonly<Record<Form, { type: string; text: ((coverage: Coverage) => string) | null }>> = {
  json: { type: 'application/json', text: null },
  table: { type: 'text/plain', text: coverageTable },
  page: { type: 'text/html', text: coveragePage },
}

const TYPES = Object.values(FORMS).map(({ type }) => type)

/** A coverage as text of a media type; null for JSON, which is the coverage itself. */
export function coverageText(form: Form, coverage: Coverage): { type: string; text: string } | null {
  const { type, text } = FORMS[form]
  return text && { type: `${type}; charset=utf-8`, text: text(coverage) }
}

/**
 * The form that is asked for by name, or else by media type: JSON where that names none of them.
 * @throws what `refuse` makes of a name that is none
 */
export function formOf(asked: string | undefined, accept: string, refuse: (says: string) => Error): Form {
  const names = keysOf(FORMS)
  if (asked === undefined) return names.find((name) => FORMS[name].type === preferred(accept)) ?? 'json'
  if (isOneOf(names, asked)) return asked
  throw refuse(`There is no form "${asked}"; ${didYouMean(asked, names)}`)
}

/** The media type of ours that an Accept header ranks highest. */
function preferred(accept: string): string | undefined {
  const ranked = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  const known = ranked.filter(({ type, quality }) => quality > 0 && TYPES.includes(type))
  return known.toSorted((one, other) => other.quality - one.quality)[0]?.type
}
