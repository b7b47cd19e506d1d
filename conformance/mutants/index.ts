import { AUTH_MUTANTS } from './auth.ts'
import { CREATE_MUTANTS } from './create.ts'
import { ERRORS_MUTANTS } from './errors.ts'
import { HTTP_MUTANTS } from './http.ts'
import { LIST_MUTANTS } from './list.ts'
import type { Mutant } from './mutant.ts'
import { RATE_MUTANTS } from './rate.ts'
import { READ_MUTANTS } from './read.ts'
import { REGENERATE_MUTANTS } from './regenerate.ts'
import { SEARCH_MUTANTS } from './search.ts'
import { SHAPE_MUTANTS } from './shape.ts'

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
  ...ERRORS_MUTANTS,
  ...RATE_MUTANTS,
]
