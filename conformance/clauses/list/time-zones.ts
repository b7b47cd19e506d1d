import { DAY_FILTERS, type DayFilter } from '../filters/filters.ts'

/** A way to say which day an instant belongs to. */
export interface Zone {
  name: string
  /** The day (YYYY-MM-DD) of an instant in milliseconds. */
  day(instant: number): string
}

const MINUTE = 60_000

/** A fixed offset from UTC in minutes. */
function fixedZone(minutes: number): Zone {
  const sign = minutes < 0 ? '-' : '+'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const name =
    minutes === 0 ? 'UTC' : `${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
  return { name, day: (instant) => new Date(instant + minutes * MINUTE).toISOString().slice(0, 10) }
}

function named(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: name,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return { name, day: (instant) => format.format(instant) }
}

/** UTC first, then every offset in use, by its distance from UTC. */
const OFFSETS: readonly Zone[] = Array.from({ length: (14 + 12) * 4 + 1 }, (_, index) => index * 15 - 12 * 60)
  .toSorted((a, b) => Math.abs(a) - Math.abs(b))
  .map(fixedZone)

/** One invoice seen, or not, behind a date filter. */
export interface DateSight {
  filter: DayFilter
  day: string
  /** When the invoice was created, in milliseconds. */
  instant: number
  kept: boolean
}

/** Whether a zone explains a sight: kept exactly when the filter keeps the invoice's day. */
export function explains(zone: Zone, { filter, day, instant, kept }: DateSight): boolean {
  return DAY_FILTERS[filter].keeps(zone.day(instant), day) === kept
}

/**
 * The first time zone that explains all sights, null when none does. Offsets come before named zones, whose offset
 * changes over the year (question filters.time_zone).
 */
export function explainingZone(sights: readonly DateSight[]): Zone | null {
  const all = (zone: Zone) => sights.every((sight) => explains(zone, sight))
  const offset = OFFSETS.find(all)
  if (offset) return offset
  return Intl.supportedValuesOf('timeZone').map(named).find(all) ?? null
}

/** UTC, and the offsets that timestamps end in. */
export function shownZones(all: readonly { created_at: string }[]): Zone[] {
  const offsets = all.map(({ created_at }) => {
    const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(created_at) ?? []
    return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0
  })
  return [...new Set([0, ...offsets])].map(fixedZone)
}

/** The offset that explains the most sights: what a report shows when none explains all. */
export function bestZone(sights: readonly DateSight[]): Zone {
  const explained = (zone: Zone) => sights.filter((sight) => explains(zone, sight)).length
  return OFFSETS.reduce((best, zone) => (explained(zone) > explained(best) ? zone : best))
}
