const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Codes that are not aliases of another one, as UK is of GB. */
function isOwn(code: string): boolean {
  return Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
}

const CODES = new Map<string, string>(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code): [string, string][] => {
    const name = NAMES.of(code)
    return name === undefined || !isOwn(code) ? [] : [[name, code]]
  }),
)

/** The ISO 3166 code of a country's name; any other text as it is. */
export function countryCode(text: string): string {
  return CODES.get(text) ?? text
}

/** The name of a country's ISO 3166 code; any other text as it is. */
export function countryName(text: string): string {
  return (/^[A-Z]{2}$/.test(text) ? NAMES.of(text) : undefined) ?? text
}
