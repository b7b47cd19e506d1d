import { requiring, storewide, type Step, type Watcher } from '../judge/check.ts'
import { touching } from '../judge/touches.ts'
import { errorBodies, statusClass } from '../judge/watch/errors.ts'
import { formats } from '../judge/watch/formats.ts'
import { json } from '../judge/watch/json.ts'
import { oneInvoice } from '../judge/watch/one-invoice.ts'
import { resetHeader } from '../judge/watch/reset-header.ts'
import { serverError } from '../judge/watch/server-error.ts'
import { envelopes } from '../judge/watch/shape/envelope.ts'
import { shapes } from '../judge/watch/shape/shapes.ts'
import { authChecks, authInvoices, authNamesakes, authOrders, authRecords, authWrites } from './auth/index.ts'
import { bulkChecks, bulkMeanwhile, bulkNames, bulkProbes } from './bulk/index.ts'
import { createAgain, createBeside, createByTemplate, createChecks } from './create/index.ts'
import {
  customersBesideInvoices,
  customersOfOrders,
  customersOfOwn,
  customersReads,
  customersWrites,
} from './customers/index.ts'
import { emailChecks, emailCopies } from './email/index.ts'
import { errorsChecks } from './errors/index.ts'
import { httpReads, httpWrites, oddData, oddSettings, oddTexts } from './http/index.ts'
import { listChecks } from './list/index.ts'
import { beside } from './model/beside.ts'
import { modelChecks } from './model/index.ts'
import { formatObservations } from './observe/formats.ts'
import { listObservations } from './observe/lists.ts'
import { pdfAlone, pdfOfFirsts, pdfOfOwn, pdfReads } from './pdf/index.ts'
import { DOCUMENTS, INVOICES_SEEN, reading } from './places.ts'
import { rateChecks, rateProbes } from './rate/index.ts'
import { readChecks } from './read/index.ts'
import { regenerateChecks, regenerateRefused } from './regenerate/index.ts'
import { searchChecks } from './search/index.ts'
import { besideCreation } from './settings/beside-creation.ts'
import { numbersByPrefix } from './pdf/prefixed-numbers.ts'
import { settingsReads, settingsTexts, settingsWrites } from './settings/index.ts'
import { templatesOfOwn, templatesReads, templatesWrites } from './templates/index.ts'

/**
 * All checks and observations. Of two that meet, the one that comes first here is performed first; where it does not matter which that is,
 * they stand so that the longest row of steps that wait for each other is short.
 */
export const CHECKS: readonly Step[] = [
  ...errorsChecks,
  // It looks at everything, and is performed alone; before other invoices, since what a write does each time alike shows once.
  ...storewide([beside]),
  ...storewide(authWrites),
  ...reading(INVOICES_SEEN, readChecks),
  ...reading({ ...INVOICES_SEEN, customers: 'sees' }, listChecks),
  ...reading(INVOICES_SEEN, searchChecks),
  ...reading({ customers: 'sees' }, customersReads),
  ...reading({ templates: 'sees' }, templatesReads),
  ...storewide(reading({ settings: 'sees' }, settingsReads)),
  ...reading({ ...INVOICES_SEEN, customers: 'sees' }, listObservations),
  ...httpReads,
  ...authChecks,
  ...storewide(bulkChecks),
  // What needs a list or the settings to itself comes first, then what can be done beside others.
  ...touching({ customers: 'changes' }, customersWrites),
  ...touching({ templates: 'changes' }, templatesWrites),
  ...storewide(touching({ settings: 'changes', terms: 'changes' }, settingsWrites)),
  ...authNamesakes,
  // Many of these follow each other, beside records of their own.
  ...storewide(reading(DOCUMENTS, pdfReads)),
  ...customersOfOrders,
  ...customersOfOwn,
  ...templatesOfOwn,
  ...authRecords,
  // What needs the list of invoices or the documents to itself, then what can be done beside others.
  ...storewide([besideCreation, numbersByPrefix, oddSettings]),
  ...storewide(requiring(['documents'], pdfAlone)),
  ...storewide(touching({ settings: 'changes' }, settingsTexts)),
  ...storewide(createChecks),
  ...storewide(authOrders),
  ...storewide(createBeside),
  ...storewide(regenerateChecks),
  ...storewide(requiring(['documents'], pdfOfFirsts)),
  ...storewide(createByTemplate),
  ...storewide(emailChecks),
  ...storewide(customersBesideInvoices),
  ...storewide(regenerateRefused),
  ...storewide(createAgain),
  ...storewide(requiring(['documents'], pdfOfOwn)),
  ...storewide(authInvoices),
  ...storewide(bulkNames),
  ...storewide(modelChecks),
  ...storewide(emailCopies),
  ...storewide(bulkMeanwhile),
  ...httpWrites,
  ...oddData,
  ...oddTexts,
  ...storewide(rateChecks),
  ...formatObservations,
]

/** What only observes and takes its time: a probe performs it, a run does not. */
export const PROBES: readonly Step[] = [...bulkProbes, ...rateProbes]

/** What judges every answer in passing. */
export const WATCHERS: readonly Watcher[] = [
  json,
  serverError,
  errorBodies,
  statusClass,
  envelopes,
  shapes,
  oneInvoice,
  formats,
  resetHeader,
]
