import type { Check } from '../../check.ts'
import { customerListing } from './listing.ts'

export const customersChecks: readonly Check[] = [...customerListing]
