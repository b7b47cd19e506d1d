import type { Check } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { EDITED, EMAILS, OWN_CUSTOMERS } from '../places.ts'
import { aroundChecks } from '../records/around.ts'
import { createAlone, createChecks } from '../records/create.ts'
import { deleteChecks } from '../records/delete.ts'
import { invalidChecks } from '../records/invalid.ts'
import { laterChecks } from '../records/later.ts'
import { overlappingCheck } from '../records/overlapping.ts'
import { madeAgain } from '../records/made-again.ts'
import { outputOnlyChecks } from '../records/output-only.ts'
import { partialUpdateCheck } from '../records/partial-update.ts'
import { readCheck } from '../records/read.ts'
import { CUSTOMERS, TEMPLATES } from '../records/record-kind.ts'
import { twinChecks } from '../records/twins.ts'
import { unknownChecks } from '../records/unknown.ts'
import { updateAlone, updateChecks } from '../records/update.ts'
import { waysToUpdate } from '../records/ways.ts'
import { customerAddresses, judgeAddresses } from './addresses.ts'
import { filedCustomers } from './filed.ts'
import { foundPages, ownFoundPages } from './found-pages.ts'
import { customersFound } from './found.ts'
import { laterPages, ownLaterPages } from './later-pages.ts'
import { customerListing } from './listing.ts'
import { customersOfLongValues } from './long-values.ts'
import { manyCustomers } from './many.ts'
import { noPatterns } from './no-patterns.ts'
import { customersOfInvoices } from './of-invoices.ts'

export const customersReads: readonly Check[] = [
  ...customerListing,
  ...foundPages,
  readCheck(CUSTOMERS, judgeAddresses),
  ...laterPages,
]

const later = laterChecks(CUSTOMERS)

export const customersWrites: readonly Check[] = [
  later.first,
  ...manyCustomers,
  ...ownFoundPages,
  ...ownLaterPages,
  ...customerAddresses,
  ...createAlone(CUSTOMERS),
  ...updateAlone(CUSTOMERS),
  ...deleteChecks(CUSTOMERS),
  ...aroundChecks(CUSTOMERS),
  later.last,
]

/** Customers whom an order brings: before what else makes invoices, whose customers may be filed too. */
export const customersOfOrders: readonly Check[] = [filedCustomers]

/** What works on customers of its own: it comes after what needs the list to itself. */
export const customersOfOwn: readonly Check[] = touching(OWN_CUSTOMERS, [
  ...unknownChecks(CUSTOMERS, TEMPLATES),
  ...createChecks(CUSTOMERS),
  ...invalidChecks(CUSTOMERS, {}),
  ...customersFound,
  noPatterns,
  ...customersOfLongValues,
  ...updateChecks(CUSTOMERS),
  ...waysToUpdate(CUSTOMERS),
  partialUpdateCheck(CUSTOMERS),
  overlappingCheck(CUSTOMERS),
  ...outputOnlyChecks(CUSTOMERS),
  ...twinChecks(CUSTOMERS),
  madeAgain(CUSTOMERS),
])

/** Customers who have the email of an invoice. */
export const customersBesideInvoices: readonly Check[] = touching(
  { ...EMAILS, ...EDITED, ...OWN_CUSTOMERS },
  [customersOfInvoices],
)
