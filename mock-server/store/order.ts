/** What every record that lists have has. */
export interface Listed {
  readonly id: number
  readonly created_at: string
}

/** By code units: fast, and the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The oldest first; what comes at one time is ordered by id. */
export const byAge = (a: Listed, b: Listed): number => compareText(a.created_at, b.created_at) || a.id - b.id
