import type { World } from '../world.ts'

/** The last that was asked for: what is made at one time is asked for twice, and often by others too. */
let last = { at: 0, text: '1970-01-01T00:00:00.000Z' }

/** A time in milliseconds since 1970 as records keep it: ISO 8601 in UTC with milliseconds, comparable as text. */
export function timestamp(milliseconds: number): string {
  if (last.at !== milliseconds) last = { at: milliseconds, text: new Date(milliseconds).toISOString() }
  return last.text
}

/** The updated_at of a record that changes now; it never goes back, even when the mock's clock was. */
export function touched(world: World, updatedAt: string): string {
  const now = timestamp(world.now())
  return now > updatedAt ? now : updatedAt
}
