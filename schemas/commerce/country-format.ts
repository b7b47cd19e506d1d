import type { Dialect } from '../types.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Whether a region code is in use: Intl names retired ones too, and replaces them (DD by DE). */
const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

let namesByCode: Map<string, string> | undefined
let codesByName: Map<string, string> | undefined

/** English names of the countries, by ISO 3166 code. */
function countryNames(): Map<string, string> {
  if (namesByCode) return namesByCode
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCurrent)
  namesByCode = new Map(codes.map((code) => [code, names.of(code) ?? code]))
  return namesByCode
}

/** A country, given by name or ISO 3166 code, as the dialect's `format.country` writes it; other text stays. */
export function countryAs(country: string, format: Dialect['format.country']): string {
  return FORMATS[format](country)
}

const FORMATS: Record<Dialect['format.country'], (country: string) => string> = {
  name: (country) => (country.length === 2 ? (countryNames().get(country) ?? country) : country),
  code(country) {
    codesByName ??= new Map([...countryNames()].map(([code, name]) => [name, code]))
    return codesByName.get(country) ?? country
  },
}
