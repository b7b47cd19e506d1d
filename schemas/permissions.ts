/** The requests that one permission of a conformance run covers, and their traces. */
interface PermissionTerms {
  /** Requests that the run may send with it. */
  readonly allows: string
  /** Traces on the deployment after the run. */
  readonly remains: string
}

/**
 * Permissions for requests beyond plain reading. The client of the suite refuses every request that needs a
 * permission that was not given (conformance/server/client/permissions/rules.ts).
 */
export const PERMISSION_TERMS = {
  documents: {
    allows:
      'GET /pdf with template_id or packing_slip, more than three plain GET /pdf, altered download URLs',
    remains: 'generated documents',
  },
  'hostile-input': {
    allows: 'malformed values and bodies, injection-like texts, many near-miss ids and wrong keys',
    remains: 'nothing',
  },
  'key-exposure': {
    allows: 'the real key in a URL, a cookie or a header other than X-Auth-Token',
    remains: 'the key in access logs',
  },
  writes: {
    allows:
      'creates, updates and deletes templates and customers of its own; updates settings that nothing uses at present',
    remains: 'nothing',
  },
  settings: {
    allows:
      'updates all settings, sets pre_selected_* flags, rewrites an existing customer with its own values',
    remains: 'nothing; restored',
  },
  invoices: {
    allows: 'creates and regenerates invoices of order_ids and draft_order_ids',
    remains: 'those invoices and their numbers',
  },
  orders: {
    allows: 'edits, creates and deletes platform orders through hooks',
    remains: 'edited orders are restored; what cannot be restored is listed with its former values',
  },
  email: {
    allows: 'queues emails to recipients that match email_recipients or that the run has set',
    remains: 'those emails',
  },
  bulk: { allows: 'starts bulk actions', remains: 'those actions' },
  'rate-limit': { allows: 'exhausts the rate limit of rate_limited_api_key', remains: 'nothing' },
} as const satisfies Record<string, PermissionTerms>

export type Permission = keyof typeof PERMISSION_TERMS

/** All permissions, the least consequential first. */
export const PERMISSIONS = Object.keys(PERMISSION_TERMS) as readonly Permission[] // the keys of the table

/** Named sets of permissions: `--profile staging`. */
export const PROFILES = {
  production: [],
  staging: PERMISSIONS.filter((permission) => permission !== 'key-exposure'),
  disposable: PERMISSIONS,
} as const satisfies Record<string, readonly Permission[]>
