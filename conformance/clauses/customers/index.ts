import type { Check } from '../../judge/check.ts'
import { aroundChecks } from '../records/around.ts'
import { createChecks } from '../records/create.ts'
import { deleteChecks } from '../records/delete.ts'
import { invalidChecks } from '../records/invalid.ts'
import { laterChecks } from '../records/later.ts'
import { overlappingCheck } from '../records/overlapping.ts'
import { outputOnlyChecks } from '../records/output-only.ts'
import { partialUpdateCheck } from '../records/partial-update.ts'
import { readCheck } from '../records/read.ts'
import { CUSTOMERS, TEMPLATES } from '../records/record-kind.ts'
import { twinChecks } from '../records/twins.ts'
import { unknownChecks } from '../records/unknown.ts'
import { updateChecks } from '../records/update.ts'
import { customerAddresses, judgeAddresses } from './addresses.ts'
import { foundPages, ownFoundPages } from './found-pages.ts'
import { customersFound } from './found.ts'
import { laterPages, ownLaterPages } from './later-pages.ts'
import { customerListing } from './listing.ts'
import { manyCustomers } from './many.ts'

export const customersReads: readonly Check[] = [
  ...customerListing,
  ...foundPages,
  readCheck(CUSTOMERS, judgeAddresses),
  ...laterPages,
]

const later = laterChecks(CUSTOMERS)

export const customersWrites: readonly Check[] = [
  later.first,
  ...unknownChecks(CUSTOMERS, TEMPLATES),
  ...createChecks(CUSTOMERS),
  ...customersFound,
  ...ownFoundPages,
  ...ownLaterPages,
  ...manyCustomers,
  ...updateChecks(CUSTOMERS),
  partialUpdateCheck(CUSTOMERS),
  overlappingCheck(CUSTOMERS),
  ...outputOnlyChecks(CUSTOMERS),
  ...customerAddresses,
  ...invalidChecks(CUSTOMERS, {}),
  ...deleteChecks(CUSTOMERS),
  ...twinChecks(CUSTOMERS),
  ...aroundChecks(CUSTOMERS),
  later.last,
]
