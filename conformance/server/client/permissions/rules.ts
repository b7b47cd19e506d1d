import type { Permission } from '../../../../schemas/permissions.ts'
import {
  api,
  changesUsedSetting,
  isRelated,
  keyForOthers,
  needsHookPermission,
  needsOperationPermission,
  ofOperation,
  readsRealInvoice,
  rewritesOthers,
  setsFlag,
  updatesOthers,
  type Condition,
} from './conditions.ts'
import { carriesKeyElsewhere } from './key-exposure.ts'
import { mayReceive } from './recipients.ts'
import { isWrongKey } from './sightings.ts'
import { isWellFormed } from './well-formed.ts'

/** Requests with a permission are unlimited; without it so many of a kind are plain reading. */
export const PLAIN_DOCUMENTS = 3
const WRONG_KEYS = 10
const UNKNOWN_SLUGS = 50

interface Rule {
  readonly permission: Permission
  /** Names the requests that need the permission, for the reason of a verdict. */
  readonly what: string
  readonly applies: Condition
}

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
    applies: api(
      (request, { target, sightings }) =>
        !isWellFormed(request, Object.values(sightings.firstSettings)) &&
        !carriesKeyElsewhere(request, target),
    ),
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
    applies: ofOperation(['createInvoice'], isRelated('near')),
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
    what: 'rewriting a template or customer of the store',
    applies: (request, context) =>
      updatesOthers('template', request, context) || updatesOthers('customer', request, context),
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
export const PROHIBITIONS: readonly { readonly says: string; readonly applies: Condition }[] = [
  {
    says: 'templates and customers that the run has not created may only get their own values',
    applies: (request, context) =>
      rewritesOthers('template', request, context) || rewritesOthers('customer', request, context),
  },
  {
    says: 'only templates that the run created may be deleted',
    applies: ofOperation(['deleteTemplate'], ({ call }, { sightings }) =>
      sightings.templates.isOthers(call.key ?? 'api', call.params?.['id']),
    ),
  },
  {
    says: 'only customers that the run created may be deleted',
    applies: ofOperation(['deleteCustomer'], ({ call }, { sightings }) =>
      sightings.customers.isOthers(call.key ?? 'api', call.params?.['id']),
    ),
  },
  {
    says: 'only orders of order_ids and draft_order_ids may be invoiced',
    applies: ofOperation(['createInvoice'], isRelated('foreign')),
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
      const near = sightings.recipientsNear(String(call.params?.['slug']))
      const recipients =
        near.length > 0 && sightings.blindCopy !== null ? [...near, sightings.blindCopy] : near
      return recipients.some((recipient) => !mayReceive(recipient, target, sightings))
    }),
  },
]
