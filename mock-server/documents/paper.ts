/** Page sizes by the names pdfkit gives them. */
export type Paper = 'A4' | 'LETTER'

// Where CLDR has US Letter as the usual paper; the rest of the world prints on A4.
const LETTER_REGIONS = ['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE']
const OTHER_NAMES = [
  'usa',
  'united states of america',
  'u.s.a.',
  'u.s.',
  'méxico',
  'panamá',
  'canadá',
  'estados unidos',
]

const regionNames = new Intl.DisplayNames('en', { type: 'region' })
const letterCountries = new Set([
  ...LETTER_REGIONS.map((region) => region.toLowerCase()),
  ...LETTER_REGIONS.map((region) => regionNames.of(region)?.toLowerCase()),
  ...OTHER_NAMES,
])

/**
 * The paper of whoever prints the document: the buyer, by the first country that is known. Settings name no country
 * of the seller, so without one the locale's region decides.
 */
export function paperFor(countries: readonly string[], locale: string): Paper {
  const country = countries.map((name) => name.trim().toLowerCase()).find((name) => name !== '')
  const region = country ?? new Intl.Locale(locale).region?.toLowerCase() ?? ''
  return letterCountries.has(region) ? 'LETTER' : 'A4'
}
