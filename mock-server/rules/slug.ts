import type { Dialect } from '../../schemas/dialect.ts'
import type { World } from '../world.ts'

/** The slug of a new invoice, a UUID of the dialect's version and letter case (question format.slug). */
export function newSlug(world: World, { 'format.slug': format }: Dialect): string {
  return CASES[format.case](VERSIONS[format.version](world))
}

type Format = Dialect['format.slug']

const VERSIONS: Record<Format['version'], (world: World) => string> = {
  4: (world) => world.uuid(),
  7: (world) => timeOrdered(world.uuid(), world.now()),
}

const CASES: Record<Format['case'], (uuid: string) => string> = {
  lower: (uuid) => uuid,
  upper: (uuid) => uuid.toUpperCase(),
}

/** A version 4 UUID made into one of version 7: its first 48 bits are milliseconds since 1970, the rest stays random. */
function timeOrdered(uuid: string, now: number): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid.slice(15)}`
}
