import { AUTH_MUTANTS } from './auth.ts'
import { BULK_MUTANTS } from './bulk.ts'
import { CREATE_MUTANTS } from './create.ts'
import { CUSTOMER_MUTANTS } from './customers.ts'
import { EMAIL_MUTANTS } from './email.ts'
import { ERRORS_MUTANTS } from './errors.ts'
import { HTTP_MUTANTS } from './http.ts'
import { LIST_MUTANTS } from './list.ts'
import { MODEL_MUTANTS } from './model.ts'
import type { Mutant } from './mutant.ts'
import { PDF_MUTANTS } from './pdf.ts'
import { RATE_MUTANTS } from './rate.ts'
import { READ_MUTANTS } from './read.ts'
import { REGENERATE_MUTANTS } from './regenerate.ts'
import { SEARCH_MUTANTS } from './search.ts'
import { SETTINGS_MUTANTS } from './settings.ts'
import { SHAPE_MUTANTS } from './shape.ts'
import { TEMPLATE_MUTANTS } from './templates.ts'

/** All deliberately broken mocks. */
export const MUTANTS: readonly Mutant[] = [
  ...AUTH_MUTANTS,
  ...SHAPE_MUTANTS,
  ...HTTP_MUTANTS,
  ...LIST_MUTANTS,
  ...SEARCH_MUTANTS,
  ...CREATE_MUTANTS,
  ...READ_MUTANTS,
  ...REGENERATE_MUTANTS,
  ...PDF_MUTANTS,
  ...EMAIL_MUTANTS,
  ...BULK_MUTANTS,
  ...TEMPLATE_MUTANTS,
  ...CUSTOMER_MUTANTS,
  ...SETTINGS_MUTANTS,
  ...ERRORS_MUTANTS,
  ...RATE_MUTANTS,
  ...MODEL_MUTANTS,
]
