import type { Target } from '../target.ts'
import type { Outgoing } from './outgoing.ts'
import { PROHIBITIONS, RULES } from './rules.ts'
import type { Sightings } from './sightings.ts'

/** Why the permissions of the target do not cover a request, with what would; null for a request that they cover. */
export function refusalOf(request: Outgoing, target: Target, sightings: Sightings): string | null {
  const context = { target, sightings }
  const rule = RULES.find(
    ({ permission, applies }) => !target.allow.has(permission) && applies(request, context),
  )
  if (rule) return `${rule.what}: needs --allow ${rule.permission}`
  return PROHIBITIONS.find(({ applies }) => applies(request, context))?.says ?? null
}
