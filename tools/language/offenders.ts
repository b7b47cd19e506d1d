import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './finding.ts'

/** How many offences each file has of each rule, by `path rule`. */
export type Counts = ReadonlyMap<string, number>

const LIST = join(import.meta.dirname, 'offenders.txt')

const keyOf = ({ file, rule }: Pick<Finding, 'file' | 'rule'>): string => `${file} ${rule}`

/** Offences that the code had when the list began, less those that were mended since. */
export const tolerated = (): Counts =>
  new Map(
    readFileSync(LIST, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))] as const
      }),
  )

export function save(counts: Counts): void {
  const lines = [...counts].map(([key, count]) => `${key} ${count}`).toSorted()
  writeFileSync(LIST, lines.map((line) => `${line}\n`).join(''))
}

export function countsOf(findings: readonly Finding[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const finding of findings) counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1)
  return counts
}

/** Findings of each file and rule that has more of them than the list tolerates. */
export function beyond(findings: readonly Finding[], list: Counts): Finding[] {
  const counts = countsOf(findings)
  return findings.filter((finding) => (counts.get(keyOf(finding)) ?? 0) > (list.get(keyOf(finding)) ?? 0))
}

/** Lines of the list that tolerate more than there is. */
export function outdated(findings: readonly Finding[], list: Counts): string[] {
  const counts = countsOf(findings)
  return [...list]
    .filter(([key, count]) => (counts.get(key) ?? 0) < count)
    .map(([key, count]) => `${key}: ${counts.get(key) ?? 0} instead of ${count}`)
}

/** The list with no count above the present one; no count is raised, and none is added. */
export function shrunk(findings: readonly Finding[], list: Counts): Counts {
  const counts = countsOf(findings)
  return new Map(
    [...list]
      .map(([key, count]) => [key, Math.min(count, counts.get(key) ?? 0)] as const)
      .filter(([, count]) => count > 0),
  )
}

/** The list after a file, or all in a folder, was renamed. */
export const renamed = (list: Counts, from: string, to: string): Counts =>
  new Map(
    [...list].map(([key, count]) => [
      key.startsWith(`${from} `) || key.startsWith(`${from}/`) ? to + key.slice(from.length) : key,
      count,
    ]),
  )
