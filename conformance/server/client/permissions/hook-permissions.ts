import type { Permission } from '../../../../schemas/permissions.ts'
import type { HookName, Target } from '../../target.ts'

/** Permissions that hooks need; to read an order or the mailbox needs none. */
const HOOK_PERMISSIONS: Partial<Record<HookName, Permission>> = {
  create_order: 'orders',
  create_draft_order: 'orders',
  edit_order: 'orders',
  edit_draft_order: 'orders',
  delete_order: 'orders',
  finish_bulk: 'bulk',
}

/** The permission that a hook needs; null for none. */
export const permissionOfHook = (name: HookName): Permission | null => HOOK_PERMISSIONS[name] ?? null

/** The hooks of a target that its permissions let the run call. */
export function allowedHooks({ hooks, allow }: Target): Target['hooks'] {
  const isAllowed = (permission: Permission | null) => permission === null || allow.has(permission)
  const names = Object.keys(hooks) as HookName[] // the keys of hooks
  return Object.fromEntries(
    names.filter((name) => isAllowed(permissionOfHook(name))).map((name) => [name, hooks[name]]),
  )
}
