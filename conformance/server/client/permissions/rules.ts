import type { Permission } from '../../../../schemas/permissions.ts'
import { isObject } from '../exchange.ts'
import { permissionOf, type Target } from '../../target.ts'
import { carriesKeyElsewhere } from './key-exposure.ts'
import { permissionOfHook } from './hook-permissions.ts'
import type { ApiRequest, Outgoing } from './outgoing.ts'
import { mayReceive } from './recipients.ts'
import { isSettingInUse } from './settings-in-use.ts'
import { isWrongKey, type Sightings } from './sightings.ts'
import { isWellFormed } from './well-formed.ts'

/** Requests with a permission are unlimited; without it so many of a kind are plain reading. */
export const PLAIN_DOCUMENTS = 3
const WRONG_KEYS = 10
const UNKNOWN_SLUGS = 50

/** No platform is likely to have given as many ids. */
const UNLIKELY_FROM = 2 ** 50

interface Context {
  readonly target: Target
  readonly sightings: Sightings
}

interface Rule {
  readonly permission: Permission
  /** Names the requests that need the permission, for the reason of a verdict. */
  readonly what: string
  applies(request: Outgoing, context: Context): boolean
}

/** A rule that concerns requests to the API alone. */
const api =
  (applies: (request: ApiRequest, context: Context) => boolean): Rule['applies'] =>
  (request, context) =>
    request.to === 'api' && applies(request, context)

/** A rule that concerns calls of one operation. */
const ofOperation = (
  operations: readonly ApiRequest['operation'][],
  applies: (request: ApiRequest, context: Context) => boolean = () => true,
) => api((request, context) => operations.includes(request.operation) && applies(request, context))

const needsOperationPermission = (permission: Permission) =>
  api(({ operation }) => operation !== null && permissionOf(operation) === permission)

/** Members of the object that a body carries under `name`; none where it carries something else. */
function fieldsIn({ call }: ApiRequest, name: string): [string, unknown][] {
  const inner = isObject(call.body) ? call.body[name] : undefined
  return isObject(inner) ? Object.entries(inner) : []
}

const setsFlag = (request: ApiRequest): boolean =>
  fieldsIn(request, 'template').some(
    ([name, value]) => name.startsWith('pre_selected_') && value !== false && value !== undefined,
  )

/** Only the judged store's switches are known; of another store every setting counts as in use. */
function changesUsedSetting(request: ApiRequest, { sightings }: Context): boolean {
  const isOther = !['api', 'none', 'bad', undefined].includes(request.call.key)
  const settings = isOther ? null : sightings.settings
  const firstSettings: Readonly<Record<string, unknown>> = isOther ? {} : sightings.firstSettings
  return fieldsIn(request, 'settings').some(
    ([name, value]) => isSettingInUse(name, settings) && !isSameValue(value, firstSettings[name]),
  )
}

const isSameValue = (one: unknown, other: unknown): boolean =>
  other !== undefined && JSON.stringify(one) === JSON.stringify(other)

const readsRealInvoice = ({ call }: ApiRequest, { sightings }: Context): boolean =>
  (call.key ?? 'api') === 'api' && sightings.invoices.has(String(call.params?.['slug']))

const needsHookPermission =
  (permission: Permission): Rule['applies'] =>
  (request) =>
    request.to === 'hook' && permissionOfHook(request.hook) === permission

/**
 * The table of permissions: each row names requests that need a permission. A request that no row concerns may always
 * be sent. The client applies all rows to every request.
 */
export const RULES: readonly Rule[] = [
  {
    permission: 'key-exposure',
    what: 'the key outside of X-Auth-Token',
    applies: (request, { target }) => carriesKeyElsewhere(request, target),
  },
  {
    permission: 'hostile-input',
    what: 'malformed or hostile input',
    applies: api((request, { sightings }) => !isWellFormed(request, Object.values(sightings.firstSettings))),
  },
  {
    permission: 'hostile-input',
    what: `more than ${WRONG_KEYS} wrong keys`,
    applies: api(({ call }, { sightings }) => isWrongKey(call) && sightings.sent.wrongKeys >= WRONG_KEYS),
  },
  {
    permission: 'hostile-input',
    what: `more than ${UNKNOWN_SLUGS} unknown slugs`,
    applies: api(
      ({ call }, { sightings }) =>
        call.params?.['slug'] !== undefined &&
        !sightings.invoices.has(String(call.params['slug'])) &&
        sightings.sent.unknownSlugs >= UNKNOWN_SLUGS,
    ),
  },
  {
    permission: 'hostile-input',
    what: 'ids near those of orders',
    applies: ofOperation(['createInvoice'], isNearOrder),
  },
  {
    permission: 'hostile-input',
    what: "another store's key for an invoice that the run has not created",
    applies: ofOperation(
      ['regenerateInvoice'],
      (request, context) => keyForOthers(request, context) === 'another store',
    ),
  },
  {
    permission: 'documents',
    what: 'documents by template_id or packing_slip',
    applies: ofOperation(
      ['readInvoicePdf'],
      (request, context) =>
        readsRealInvoice(request, context) && Object.keys(request.call.query ?? {}).length > 0,
    ),
  },
  {
    permission: 'documents',
    what: `more than ${PLAIN_DOCUMENTS} documents`,
    applies: ofOperation(
      ['readInvoicePdf'],
      (request, context) =>
        readsRealInvoice(request, context) && context.sightings.sent.plainDocuments >= PLAIN_DOCUMENTS,
    ),
  },
  {
    permission: 'documents',
    what: 'altered download URLs',
    applies: (request, { sightings }) =>
      request.to === 'download' && !sightings.downloadUrls.has(request.request.url),
  },
  { permission: 'writes', what: 'writes', applies: needsOperationPermission('writes') },
  {
    permission: 'settings',
    what: 'settings that documents, emails or automation use',
    applies: ofOperation(['updateSettings'], changesUsedSetting),
  },
  {
    permission: 'settings',
    what: 'pre_selected_* flags',
    applies: ofOperation(['createTemplate', 'updateTemplate'], setsFlag),
  },
  {
    permission: 'settings',
    what: 'rewriting a customer of the store',
    applies: ofOperation(['updateCustomer'], ({ call }, { sightings }) =>
      sightings.isOthers('customers', call.key ?? 'api', call.params?.['id']),
    ),
  },
  { permission: 'invoices', what: 'invoices', applies: needsOperationPermission('invoices') },
  { permission: 'email', what: 'emails', applies: needsOperationPermission('email') },
  { permission: 'bulk', what: 'bulk actions', applies: needsOperationPermission('bulk') },
  {
    permission: 'bulk',
    what: 'the end of bulk actions',
    applies: needsHookPermission('bulk'),
  },
  {
    permission: 'orders',
    what: 'platform orders',
    applies: needsHookPermission('orders'),
  },
  {
    permission: 'rate-limit',
    what: 'the rate-limited store',
    applies: api(({ call }) => call.key === 'rate_limited'),
  },
]

/** Requests that no permission allows, with the reason. */
export const PROHIBITIONS: readonly { readonly says: string; applies: Rule['applies'] }[] = [
  {
    says: 'only templates that the run created may be changed or deleted',
    applies: ofOperation(['updateTemplate', 'deleteTemplate'], ({ call }, { sightings }) =>
      sightings.isOthers('templates', call.key ?? 'api', call.params?.['id']),
    ),
  },
  {
    says: 'only customers that the run created may be deleted',
    applies: ofOperation(['deleteCustomer'], ({ call }, { sightings }) =>
      sightings.isOthers('customers', call.key ?? 'api', call.params?.['id']),
    ),
  },
  {
    says: 'only orders of order_ids and draft_order_ids may be invoiced',
    applies: ofOperation(['createInvoice'], isForeignOrder),
  },
  {
    says: 'only invoices of order_ids and draft_order_ids may be regenerated',
    applies: ofOperation(
      ['regenerateInvoice'],
      (request, context) => keyForOthers(request, context) === 'its store',
    ),
  },
  {
    says: 'the recipient matches no entry of email_recipients and was not set by the run',
    applies: ofOperation(['sendInvoiceEmail'], ({ call }, { target, sightings }) => {
      const recipient = sightings.recipients.get(String(call.params?.['slug']))
      return recipient !== undefined && !mayReceive(recipient, target, sightings)
    }),
  },
]

/** The id in a creation's body that may name an order; null for one that names none. */
function possibleOrder({ call }: ApiRequest): number | null {
  const id = isObject(call.body) ? call.body['order_id'] : undefined
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 && id < UNLIKELY_FROM ? id : null
}

const isOrderOf = ({ target, sightings }: Context, id: number): boolean =>
  target.order_ids.includes(id) || target.draft_order_ids.includes(id) || sightings.ownOrders.has(id)

/** An id that differs from an order's by 2^32 is a near miss: what 32 bits take for that order. */
const isNearMiss = (context: Context, id: number): boolean => isOrderOf(context, id - 2 ** 32)

function isForeignOrder(request: ApiRequest, context: Context): boolean {
  const id = possibleOrder(request)
  return id !== null && !isOrderOf(context, id) && !isNearMiss(context, id)
}

function isNearOrder(request: ApiRequest, context: Context): boolean {
  const id = possibleOrder(request)
  return id !== null && !isOrderOf(context, id) && isNearMiss(context, id)
}

/**
 * Whose key is sent for an invoice that the run has not created: its store's, or another's. The rate-limited store is
 * given to be exhausted, so its invoices count as the run's.
 */
function keyForOthers({ call }: ApiRequest, { sightings }: Context): 'its store' | 'another store' | null {
  const slug = String(call.params?.['slug'])
  const owner = sightings.invoices.get(slug)?.key
  if (owner === undefined || owner === 'rate_limited' || sightings.ownInvoices.has(slug)) return null
  return (call.key ?? 'api') === owner ? 'its store' : 'another store'
}
