import type { Check } from '../../judge/check.ts'
import { createChecks } from '../records/create.ts'
import { deleteChecks } from '../records/delete.ts'
import { invalidChecks } from '../records/invalid.ts'
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
import { customerListing } from './listing.ts'
import { laterPages, ownLaterPages } from './later-pages.ts'

export const customersReads: readonly Check[] = [
  ...customerListing,
  ...foundPages,
  readCheck(CUSTOMERS, judgeAddresses),
  ...laterPages,
]

export const customersWrites: readonly Check[] = [
  ...unknownChecks(CUSTOMERS, TEMPLATES),
  ...createChecks(CUSTOMERS),
  ...customersFound,
  ...ownFoundPages,
  ...ownLaterPages,
  ...updateChecks(CUSTOMERS),
  partialUpdateCheck(CUSTOMERS),
  ...outputOnlyChecks(CUSTOMERS),
  ...customerAddresses,
  ...invalidChecks(CUSTOMERS, {}),
  ...deleteChecks(CUSTOMERS),
  ...twinChecks(CUSTOMERS),
]
