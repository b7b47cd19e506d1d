/** What something costs beside something else that was measured in the same run, by what it is; less is better. */
export type Ratios = Readonly<Record<string, number>>

/** What is this much worse than before is told. */
const WORSE = 1.1

/** A sentence for each ratio that got worse by a tenth or more. What was not measured before is compared with nothing. */
export function worsened(before: Ratios, after: Ratios): string[] {
  return Object.entries(after).flatMap(([what, now]) => {
    const then = before[what]
    const isWorse = then !== undefined && now >= then * WORSE
    return isWorse ? [`${what}: ${now.toFixed(2)}, where it was ${then.toFixed(2)}`] : []
  })
}
