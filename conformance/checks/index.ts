import type { Check, Watcher } from '../check.ts'
import { customersChecks } from './customers/index.ts'
import { listChecks } from './list/index.ts'
import { searchChecks } from './search/index.ts'
import { errorBodies, statusClass } from '../watch/errors.ts'
import { json } from '../watch/json.ts'
import { serverError } from '../watch/server-error.ts'
import { envelopes } from '../watch/shape/envelope.ts'
import { shapes } from '../watch/shape/shapes.ts'

/** All checks, in the order of a run: reading first, then writes, what spends a rate limit last. */
export const CHECKS: readonly Check[] = [...listChecks, ...searchChecks, ...customersChecks]

/** What judges every answer in passing. */
export const WATCHERS: readonly Watcher[] = [json, serverError, errorBodies, statusClass, envelopes, shapes]
