/** Page sizes by the names pdfkit gives them. */
export type Paper = 'A4' | 'LETTER'

// Where CLDR has US Letter as the usual paper; the rest of the world prints on A4.
const LETTER_REGIONS = ['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE']
const ZIP_LAST_REGIONS = ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'PR', 'US']

const OTHER_NAMES = new Map([
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['estados unidos', 'US'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['méxico', 'MX'],
  ['panamá', 'PA'],
  ['canadá', 'CA'],
])

const namesOf = (regions: readonly string[]) => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return regions.flatMap((region) =>
    [region, names.of(region) ?? region].map((name) => [name.toLowerCase(), region]),
  )
}

const known = new Map<string, string>()

/** The ISO 3166 code of a country given by code or English name, among those that differ from the rest of the world. */
function regionOf(country: string): string {
  if (known.size === 0) {
    for (const [name = '', region = ''] of namesOf([...LETTER_REGIONS, ...ZIP_LAST_REGIONS]))
      known.set(name, region)
  }
  const name = country.trim().toLowerCase()
  return OTHER_NAMES.get(name) ?? known.get(name) ?? ''
}

/** Whether letters there have the postal code behind town and state. */
export const putsZipLast = (country: string): boolean => ZIP_LAST_REGIONS.includes(regionOf(country))

/**
 * The paper of whoever prints the document: the buyer, by the first country that is known. Settings name no country
 * of the seller, so without one the locale's region decides.
 */
export function paperFor(countries: readonly string[], locale: string): Paper {
  const country = countries.find((name) => name.trim() !== '') ?? new Intl.Locale(locale).region ?? ''
  return LETTER_REGIONS.includes(regionOf(country)) ? 'LETTER' : 'A4'
}
