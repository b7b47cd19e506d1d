import { NEEDS, type Need } from '../../schemas/clauses.ts'
import { code, prose, section, table } from './markdown.ts'

/** Conditions of one need: permissions of the run, and fields of the target file. */
interface Condition {
  readonly permissions: string
  readonly fields: string
}

/** Conditions of each need, as conformance/server/target.ts tests them. */
const CONDITIONS: Record<Need, Condition> = {
  writes: { permissions: '`writes`', fields: '' },
  orders: {
    permissions: '`invoices`',
    fields: '`order_ids`, or `hooks.create_order` with the permission `orders`',
  },
  draft_orders: {
    permissions: '`invoices`',
    fields: '`draft_order_ids`, or `hooks.create_draft_order` with the permission `orders`',
  },
  edit_order: {
    permissions: '`orders`, `invoices`',
    fields: '`hooks.edit_order` or `hooks.edit_draft_order`',
  },
  pdf: { permissions: 'none to start; some requests need `documents`', fields: '' },
  email: {
    permissions: '`email`',
    fields: '`email_recipients`, or what `edit_order` needs',
  },
  mailbox: { permissions: '', fields: '`hooks.emails`' },
  bulk: { permissions: '`bulk`', fields: '' },
  other_store_key: { permissions: '', fields: '`other_store_api_key`' },
  free_plan_key: { permissions: '', fields: '`free_plan_api_key`' },
  rate_limited_key: { permissions: '`rate-limit`', fields: '`rate_limited_api_key`' },
}

/** Legend of the needs of clauses and checks. */
export const needsSection = (): string =>
  section(
    'Needs',
    'A need is a condition that the run must meet before the suite judges a clause or starts a check. The need `orders` is different from the permission `orders`: it asks for orders to invoice. Some checks ask for further permissions, such as `documents`; `conformance plan` prints them. [The target file](../files/target.md) describes the permissions and the fields.',
    table(
      ['Need', 'Permissions', 'Fields of the target file'],
      NEEDS.map((need) => [code(need), prose(CONDITIONS[need].permissions), prose(CONDITIONS[need].fields)]),
    ),
  )
