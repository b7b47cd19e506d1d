import type { Line } from './line.ts'

/** Tells how many requests were refused for coming too fast, and which `--max-rps` avoids that; null where none was. */
export function limitAdvice({ pace: { borne_rps, refusals }, hasLimit }: Line): string | null {
  if (!hasLimit) return null
  const refused = `${refusals} ${refusals === 1 ? 'request was' : 'requests were'} refused for coming too fast`
  if (borne_rps === null) return `${refused}, however slowly they came.`
  const rps = borne_rps >= 2 ? Math.floor(borne_rps) : Math.max(0.01, Math.floor(borne_rps * 100) / 100)
  return `${refused}: --max-rps ${rps} stays below the limit.`
}
