/** Whether a value is nested in more levels than these: whoever reads it by recursion must be told before. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const part of Object.values(value)) if (isDeeperThan(levels - 1, part)) return true
  return false
}
