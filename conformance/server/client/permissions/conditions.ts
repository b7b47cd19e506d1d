import type { Permission } from '../../../../schemas/permissions.ts'
import { isObject } from '../exchange.ts'
import { permissionOf, type Target } from '../../target.ts'
import { permissionOfHook } from './hook-permissions.ts'
import type { ApiRequest, Outgoing } from './outgoing.ts'
import { relationOf } from './possible-orders.ts'
import { exactName, isSettingInUse, settingsNamedIn } from './settings-in-use.ts'
import type { Sightings } from './sightings.ts'

/** The facts by which the client decides on a request. */
export interface Context {
  readonly target: Target
  readonly sightings: Sightings
}

/** True for the requests that a row of the tables concerns. */
export type Condition = (request: Outgoing, context: Context) => boolean

/** A condition on requests to the API alone. */
export const api =
  (applies: (request: ApiRequest, context: Context) => boolean): Condition =>
  (request, context) =>
    request.to === 'api' && applies(request, context)

/** A condition on calls of one operation. */
export const ofOperation = (
  operations: readonly ApiRequest['operation'][],
  applies: (request: ApiRequest, context: Context) => boolean = () => true,
) => api((request, context) => operations.includes(request.operation) && applies(request, context))

export const needsOperationPermission = (permission: Permission) =>
  api(({ operation }) => operation !== null && permissionOf(operation) === permission)

/** Members of the object that a body carries under `name`; none where it carries something else. */
function fieldsIn({ call }: ApiRequest, name: string): [string, unknown][] {
  const inner = isObject(call.body) ? call.body[name] : undefined
  return isObject(inner) ? Object.entries(inner) : []
}

const UPDATES = { template: 'updateTemplate', customer: 'updateCustomer' } as const

/** True for an update of a record that the run has not created. */
export function updatesOthers(
  kind: keyof typeof UPDATES,
  request: Outgoing,
  { sightings }: Context,
): boolean {
  if (request.to !== 'api' || request.operation !== UPDATES[kind]) return false
  const { key = 'api', params } = request.call
  return sightings[`${kind}s`].isOthers(key, params?.['id'])
}

/** True for such an update that gives the record other values than it had. */
export function rewritesOthers(kind: keyof typeof UPDATES, request: Outgoing, context: Context): boolean {
  if (request.to !== 'api' || !updatesOthers(kind, request, context)) return false
  const { key = 'api', params } = request.call
  const fields = Object.fromEntries(fieldsIn(request, kind))
  return !context.sightings[`${kind}s`].hadFirst(key, params?.['id'], fields)
}

export const setsFlag = (request: ApiRequest): boolean =>
  fieldsIn(request, 'template').some(
    ([name, value]) => name.startsWith('pre_selected_') && value !== false && value !== undefined,
  )

/** A lenient service might read settings out of a body of another form. */
const namesUsedSetting = (
  { request }: ApiRequest,
  settings: Readonly<Record<string, unknown>> | null,
): boolean => settingsNamedIn(request.body ?? '').some((name) => isSettingInUse(name, settings))

/** Only the judged store's switches are known; of another store every setting counts as in use. */
export function changesUsedSetting(request: ApiRequest, { sightings }: Context): boolean {
  const isOther = !['api', 'none', 'bad', undefined].includes(request.call.key)
  const settings = isOther ? null : sightings.settings
  const firstSettings: Readonly<Record<string, unknown>> = isOther ? {} : sightings.firstSettings
  const isPlain = isObject(request.call.body) && fieldsIn(request, 'settings').length > 0
  if (!isPlain) return namesUsedSetting(request, settings)
  return fieldsIn(request, 'settings').some(
    ([name, value]) => isSettingInUse(exactName(name), settings) && !isSameValue(value, firstSettings[name]),
  )
}

const isSameValue = (one: unknown, other: unknown): boolean =>
  other !== undefined && JSON.stringify(one) === JSON.stringify(other)

export const readsRealInvoice = ({ call }: ApiRequest, { sightings }: Context): boolean =>
  !['none', 'bad'].includes(call.key ?? 'api') && sightings.invoices.has(String(call.params?.['slug']))

export const isRelated =
  (relation: 'near' | 'foreign') =>
  (request: ApiRequest, { target, sightings }: Context): boolean =>
    relationOf(request, target, sightings) === relation

export const needsHookPermission =
  (permission: Permission): Condition =>
  (request) =>
    request.to === 'hook' && permissionOfHook(request.hook) === permission

/**
 * Whose key is sent for an invoice that the run has not created: its store's, or another's. The rate-limited store is
 * given to be exhausted, so its invoices count as the run's.
 */
export function keyForOthers(
  { call }: ApiRequest,
  { sightings }: Context,
): 'its store' | 'another store' | null {
  const slug = String(call.params?.['slug'])
  const owner = sightings.invoices.get(slug)?.key
  if (owner === undefined || owner === 'rate_limited' || sightings.ownInvoices.has(slug)) return null
  return (call.key ?? 'api') === owner ? 'its store' : 'another store'
}
