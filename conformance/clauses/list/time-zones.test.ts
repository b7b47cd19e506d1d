import { describe, expect, test } from 'vitest'
import { explainingZone, type DateSight } from './time-zones.ts'

const sight = (filter: DateSight['filter'], day: string, at: string, kept: boolean): DateSight => ({
  filter,
  day,
  instant: Date.parse(at),
  kept,
})

/** What a server in a zone keeps of invoices at every third hour of two days. */
function sightsIn(
  offset_hours: number,
  change: (kept: boolean, sight: DateSight) => boolean = (kept) => kept,
): DateSight[] {
  const instants = Array.from(
    { length: 16 },
    (_, index) => Date.UTC(2026, 2, 1) + index * 3 * 3_600_000 + 60_000,
  )
  return instants.flatMap((instant) =>
    (['created_at_min', 'created_at_max'] as const).flatMap((filter) =>
      ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'].map((day) => {
        const own = new Date(instant + offset_hours * 3_600_000).toISOString().slice(0, 10)
        const seen = { filter, day, instant, kept: filter === 'created_at_min' ? own >= day : own <= day }
        return { ...seen, kept: change(seen.kept, seen) }
      }),
    ),
  )
}

describe('a time zone explains what date filters keep', () => {
  test.each([-11, -8, -5, 0, 2, 5.5, 9, 13])('of a server at %s hours from UTC', (offset) => {
    expect(explainingZone(sightsIn(offset))).not.toBeNull()
  })

  test('UTC comes first where it explains everything', () => {
    expect(explainingZone(sightsIn(0))?.name).toBe('UTC')
  })

  test('a zone whose offset changes over the year is found by its name', () => {
    const sights = [
      sight('created_at_min', '2026-01-10', '2026-01-09T22:55:00Z', false),
      sight('created_at_min', '2026-01-10', '2026-01-09T23:05:00Z', true),
      sight('created_at_min', '2026-07-10', '2026-07-09T21:55:00Z', false),
      sight('created_at_min', '2026-07-10', '2026-07-09T22:05:00Z', true),
    ]
    expect(explainingZone(sights)?.name).toMatch(/^Europe|^Africa|^Arctic|^Atlantic|^Antarctica/)
  })
})

describe('no time zone explains', () => {
  test('a created_at_max that leaves out its own day', () => {
    const exclusive = sightsIn(0, (kept, { filter, day, instant }) =>
      filter === 'created_at_max' ? new Date(instant).toISOString().slice(0, 10) < day : kept,
    )
    expect(explainingZone(exclusive)).toBeNull()
  })

  test('a filter that is ignored', () => {
    expect(explainingZone(sightsIn(0, () => true))).toBeNull()
  })

  test('one invoice that is forgotten', () => {
    const forgotten = Date.UTC(2026, 2, 1, 12, 1)
    expect(explainingZone(sightsIn(0, (kept, { instant }) => kept && instant !== forgotten))).toBeNull()
  })
})
