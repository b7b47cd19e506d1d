import type { Check } from '../../judge/check.ts'
import { byCountry } from './by-country.ts'
import { searchByField } from './by-field.ts'
import { noMatch } from './no-match.ts'
import { searchPaging } from './paging.ts'
import { searchTexts } from './search.ts'

export const searchChecks: readonly Check[] = [
  ...searchTexts,
  ...noMatch,
  ...searchByField,
  byCountry,
  ...searchPaging,
]
