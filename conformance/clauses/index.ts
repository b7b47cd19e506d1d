import { storewide, type Step, type Watcher } from '../judge/check.ts'
import { authChecks } from './auth/index.ts'
import { bulkChecks } from './bulk/index.ts'
import { createChecks } from './create/index.ts'
import { customersReads, customersWrites } from './customers/index.ts'
import { emailChecks } from './email/index.ts'
import { errorsChecks } from './errors/index.ts'
import { httpReads, httpWrites } from './http/index.ts'
import { listChecks } from './list/index.ts'
import { listObservations } from './observe/lists.ts'
import { pdfChecks } from './pdf/index.ts'
import { rateChecks } from './rate/index.ts'
import { readChecks } from './read/index.ts'
import { regenerateChecks } from './regenerate/index.ts'
import { searchChecks } from './search/index.ts'
import { modelChecks } from './model/index.ts'
import { settingsReads, settingsWrites } from './settings/index.ts'
import { templatesReads, templatesWrites } from './templates/index.ts'
import { errorBodies, statusClass } from '../judge/watch/errors.ts'
import { formats } from '../judge/watch/formats.ts'
import { json } from '../judge/watch/json.ts'
import { oneInvoice } from '../judge/watch/one-invoice.ts'
import { serverError } from '../judge/watch/server-error.ts'
import { envelopes } from '../judge/watch/shape/envelope.ts'
import { shapes } from '../judge/watch/shape/shapes.ts'

/** All checks and observations, in the order of a run: reading first, then writes. */
export const CHECKS: readonly Step[] = [
  ...errorsChecks,
  ...readChecks,
  ...listChecks,
  ...searchChecks,
  ...customersReads,
  ...templatesReads,
  ...storewide(settingsReads),
  ...listObservations,
  ...httpReads,
  ...authChecks,
  ...customersWrites,
  ...templatesWrites,
  ...storewide(settingsWrites),
  ...storewide(createChecks),
  ...storewide(regenerateChecks),
  ...storewide(emailChecks),
  ...storewide(bulkChecks),
  ...httpWrites,
  ...storewide(modelChecks),
  ...storewide(pdfChecks),
  ...storewide(rateChecks),
]

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
]
