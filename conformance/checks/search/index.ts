import type { Check } from '../../check.ts'
import { searchByField } from './by-field.ts'
import { searchPaging, searchTexts } from './search.ts'

export const searchChecks: readonly Check[] = [...searchTexts, ...searchByField, ...searchPaging]
