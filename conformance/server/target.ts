import type { Need } from '../../schemas/clauses.ts'
import type { Permission } from '../../schemas/permissions.ts'
import { OPERATIONS, type Operation, type OperationId } from '../../schemas/operations.ts'
import type { Hook, TargetFile } from '../../schemas/types.ts'

export type HookName = keyof NonNullable<TargetFile['hooks']>

/** Keys of other stores, in the order of the target file. */
export const OTHER_KEYS = ['other_store_api_key', 'free_plan_api_key', 'rate_limited_api_key'] as const
export type OtherKey = (typeof OTHER_KEYS)[number]
export type TargetField = OtherKey | `hooks.${HookName}`

/** Field of the target that is wrong independently of the server, with the evidence. */
export interface TargetMistake {
  readonly field: TargetField
  readonly says: string
}

/** Deployment to judge, with its keys, orders, permissions and hooks. */
export interface Target {
  readonly base_url: string
  readonly api_key: string
  readonly other_store_api_key: string | null
  readonly free_plan_api_key: string | null
  readonly rate_limited_api_key: string | null
  readonly order_ids: readonly number[]
  readonly draft_order_ids: readonly number[]
  readonly allow: ReadonlySet<Permission>
  /** Patterns of addresses that emails may be sent to: `qa@example.com`, `*@example.test`. */
  readonly email_recipients: readonly string[]
  readonly hooks: Readonly<Partial<Record<HookName, Hook>>>
  readonly patience_ms: number
  /** Mistakes in the target file. The fields with a mistake are left out. */
  readonly mistakes: readonly TargetMistake[]
  /** The judged store feels the limit of another (clause rate.per-key): so much that a run would take hours, or less. */
  readonly shared_limit?: 'tight' | 'felt'
}

/** The permission that a request other than GET needs; null needs none. */
export function permissionOf(operation: OperationId): Permission | null {
  const { permission }: Operation = OPERATIONS[operation]
  return permission ?? null
}

/** For verdicts: why its clauses are skipped. */
export const mistakeInWords = ({ field, says }: TargetMistake): string =>
  `mistake of the target: ${field}: ${says}`

/** Why a need is not met by the target, with what would meet it; null when it is met. */
export function unmetNeed(target: Target, need: Need): string | null {
  return NEED_RULES[need](target)
}

/** Why a permission is missing, for verdicts; null where the target gives it. */
export const missingPermission = (target: Target, permission: Permission): string | null =>
  target.allow.has(permission) ? null : `needs --allow ${permission}`

const permitted = (permission: Permission) => (target: Target) => missingPermission(target, permission)
const given = (has: (target: Target) => boolean, what: string) => (target: Target) =>
  has(target) ? null : (mistakenIn(target, what) ?? `needs ${what} in the target file`)
/** `edit_order` stands for `edit_draft_order` too. */
function mistakenIn({ mistakes }: Target, what: string): string | null {
  const found = mistakes.find(({ field }) => field.replace('_draft', '') === what)
  return found ? mistakeInWords(found) : null
}
const first =
  (...rules: ((target: Target) => string | null)[]) =>
  (target: Target) =>
    rules.reduce<string | null>((reason, rule) => reason ?? rule(target), null)

/** True if a hook creates orders for the run. */
const canCreate = ({ allow, hooks }: Target, hook: HookName): boolean =>
  allow.has('orders') && hooks[hook] !== undefined

/** True if the run can give an order a recipient of its own. */
const setsRecipients = ({ allow, hooks }: Target): boolean =>
  allow.has('orders') && allow.has('invoices') && !!(hooks.edit_order ?? hooks.edit_draft_order)

const NEED_RULES: Record<Need, (target: Target) => string | null> = {
  writes: permitted('writes'),
  email: first(
    permitted('email'),
    given((t) => t.email_recipients.length > 0 || setsRecipients(t), 'email_recipients'),
  ),
  bulk: permitted('bulk'),
  pdf: () => null,
  orders: first(
    permitted('invoices'),
    given((t) => t.order_ids.length > 0 || canCreate(t, 'create_order'), 'order_ids'),
  ),
  draft_orders: first(
    permitted('invoices'),
    given((t) => t.draft_order_ids.length > 0 || canCreate(t, 'create_draft_order'), 'draft_order_ids'),
  ),
  edit_order: first(
    permitted('orders'),
    permitted('invoices'),
    given((t) => !!(t.hooks.edit_order ?? t.hooks.edit_draft_order), 'hooks.edit_order'),
  ),
  mailbox: given((t) => !!t.hooks.emails, 'hooks.emails'),
  other_store_key: given((t) => t.other_store_api_key !== null, 'other_store_api_key'),
  free_plan_key: given((t) => t.free_plan_api_key !== null, 'free_plan_api_key'),
  rate_limited_key: first(
    permitted('rate-limit'),
    given((t) => t.rate_limited_api_key !== null, 'rate_limited_api_key'),
    ({ shared_limit }) => (shared_limit ? 'another store shares the limit (rate.per-key)' : null),
  ),
}
