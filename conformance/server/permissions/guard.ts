import { NotPermitted } from '../client/obstacles.ts'
import type { Target } from '../target.ts'
import type { Outgoing } from './outgoing.ts'
import { PROHIBITIONS, RULES } from './rules.ts'
import type { Sightings } from './sightings.ts'

/**
 * Refuses a request that the permissions of the target do not cover, before it is sent.
 * @throws {NotPermitted} with the permission that would allow it
 */
export function refuseUnpermitted(request: Outgoing, target: Target, sightings: Sightings): void {
  const context = { target, sightings }
  for (const { permission, what, applies } of RULES)
    if (!target.allow.has(permission) && applies(request, context))
      throw new NotPermitted(`${what}: needs --allow ${permission}`)
  for (const { says, applies } of PROHIBITIONS) if (applies(request, context)) throw new NotPermitted(says)
}
