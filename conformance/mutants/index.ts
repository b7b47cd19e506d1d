import { AUTH_MUTANTS } from './auth.ts'
import { HTTP_MUTANTS } from './http.ts'
import type { Mutant } from './mutant.ts'
import { READ_MUTANTS } from './read.ts'
import { SHAPE_MUTANTS } from './shape.ts'

/** All deliberately broken mocks. */
export const MUTANTS: readonly Mutant[] = [
  ...AUTH_MUTANTS,
  ...SHAPE_MUTANTS,
  ...HTTP_MUTANTS,
  ...READ_MUTANTS,
]
