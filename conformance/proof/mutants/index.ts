import type { ClauseId } from '../../../schemas/clauses.ts'
import { AUTH_FAULTS } from './auth.ts'
import { BULK_FAULTS } from './bulk.ts'
import { CREATE_FAULTS } from './create.ts'
import { CUSTOMER_FAULTS } from './customers.ts'
import { CONTEXT_FAULTS } from './context-faults.ts'
import { DOUBLE_FAULTS } from './double-faults.ts'
import { EDGE_FAULTS } from './edge-faults.ts'
import { EMAIL_FAULTS } from './email.ts'
import { ERRORS_FAULTS } from './errors.ts'
import { fieldFaults } from './field-faults.ts'
import { HTTP_FAULTS } from './http.ts'
import { LEFTOVER_FAULTS } from './leftover-faults.ts'
import { LIST_FAULTS } from './list.ts'
import { MODEL_FAULTS } from './model.ts'
import { KEPT_FAULTS } from './kept-faults.ts'
import { MOMENT_FAULTS } from './moment-faults.ts'
import { areaOf, type Faults, type Mutant } from './mutant.ts'
import { PAIR_FAULTS } from './pair-faults.ts'
import { PDF_FAULTS } from './pdf.ts'
import { RACE_FAULTS } from './race-faults.ts'
import { RATE_FAULTS } from './rate.ts'
import { READ_FAULTS } from './read.ts'
import { CUSTOMER_SLIPS, TEMPLATE_SLIPS } from './record-slips.ts'
import { REFUSAL_FAULTS } from './refusal-faults.ts'
import { REGENERATE_FAULTS } from './regenerate.ts'
import { SEARCH_FAULTS } from './search.ts'
import { BULK_SLIPS, EMAIL_SLIPS } from './sending-slips.ts'
import { SETTINGS_SLIPS } from './settings-slips.ts'
import { SETTINGS_FAULTS } from './settings.ts'
import { SHAPE_FAULTS } from './shape.ts'
import { STORE_FAULTS } from './store-faults.ts'
import { TEMPLATE_FAULTS } from './templates.ts'
import { WILDCARD_FAULTS } from './wildcard-faults.ts'

const FAULTS: readonly Readonly<Partial<Record<ClauseId, Faults>>>[] = [
  AUTH_FAULTS,
  SHAPE_FAULTS,
  fieldFaults(),
  HTTP_FAULTS,
  LIST_FAULTS,
  SEARCH_FAULTS,
  CREATE_FAULTS,
  READ_FAULTS,
  REGENERATE_FAULTS,
  PDF_FAULTS,
  EMAIL_FAULTS,
  BULK_FAULTS,
  TEMPLATE_FAULTS,
  CUSTOMER_FAULTS,
  SETTINGS_FAULTS,
  ERRORS_FAULTS,
  RATE_FAULTS,
  MODEL_FAULTS,
  REFUSAL_FAULTS,
  RACE_FAULTS,
  STORE_FAULTS,
  WILDCARD_FAULTS,
  EMAIL_SLIPS,
  BULK_SLIPS,
  TEMPLATE_SLIPS,
  CUSTOMER_SLIPS,
  SETTINGS_SLIPS,
  PAIR_FAULTS,
  EDGE_FAULTS,
  DOUBLE_FAULTS,
  CONTEXT_FAULTS,
  MOMENT_FAULTS,
  KEPT_FAULTS,
  LEFTOVER_FAULTS,
]

/** All deliberately broken mocks. */
export const MUTANTS: readonly Mutant[] = FAULTS.flatMap((table) =>
  // The keys of a table are clauses; Object.entries forgets it.
  (Object.entries(table) as [ClauseId, Faults][]).flatMap(([clause, faults]) =>
    Object.entries(faults).map(([says, mutate]) => ({
      id: `${areaOf(clause)}.${named(says)}`,
      clause,
      says,
      mutate,
    })),
  ),
)

/** A sentence as ids have it: in lower case, with hyphens. */
function named(says: string): string {
  const words = says.replaceAll(/[a-z](?=[A-Z])/g, '$&-').toLowerCase()
  return words.replaceAll(/[^a-z\d]+/g, '-').replaceAll(/^-|-$/g, '')
}
