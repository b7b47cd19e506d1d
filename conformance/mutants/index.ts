import { AUTH_MUTANTS } from './auth.ts'
import type { Mutant } from './mutant.ts'
import { READ_MUTANTS } from './read.ts'

/** All deliberately broken mocks. */
export const MUTANTS: readonly Mutant[] = [...AUTH_MUTANTS, ...READ_MUTANTS]
