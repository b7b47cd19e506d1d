import type { Dialect } from '../../schemas/dialect.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** A country as answers show it: its English name, or its ISO 3166 code. A text that is neither stays as it is. */
export function shownCountry(country: string, format: Dialect['format.country']): string {
  if (format === 'code') return codeOf(country) ?? country
  return nameOf(country) ?? country
}

function nameOf(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined
}

let codes: Map<string, string> | undefined

function codeOf(name: string): string | undefined {
  codes ??= new Map(regions().map((code) => [nameOf(code) ?? '', code]))
  return codes.get(name)
}

/** Codes in use; a retired one such as DD names its successor and is left out. */
function regions(): string[] {
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return pairs.filter((code) => nameOf(code) !== undefined && new Intl.Locale(`und-${code}`).region === code)
}
