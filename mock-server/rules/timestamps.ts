import type { World } from '../world.ts'

/** A time in milliseconds since 1970 as records keep it: ISO 8601 in UTC with milliseconds, comparable as text. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** The updated_at of a record that changes now; it never goes back, even when the mock's clock was. */
export function touched(world: World, updatedAt: string): string {
  const now = timestamp(world.now())
  return now > updatedAt ? now : updatedAt
}
