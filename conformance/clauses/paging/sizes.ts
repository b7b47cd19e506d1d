/** Page sizes that the specification allows (§8). */
export const inRange = (per_page: number): boolean => per_page >= 1 && per_page <= 250

/** Sizes at which the last page is exactly full, nearly full or nearly empty. */
export const around = (total: number): number[] => [
  total - 1,
  total,
  total + 1,
  Math.ceil(total / 2),
  Math.ceil(total / 2) + 1,
  smallestDivisor(total),
]
const smallestDivisor = (total: number) => [2, 3, 5, 7, 11, 13].find((divisor) => total % divisor === 0) ?? 1

/** Sizes that careless servers get wrong, whatever they hold. */
export const CARELESS_SIZES = [1, 2, 3, 9, 24, 25, 26, 50, 51, 99, 100, 101, 200, 249, 250]

/** A few sizes that need no more than a dozen pages or so, exact divisors of the total among them. */
export function partitionSizes(total: number): number[] {
  const wanted = [
    25,
    250,
    Math.ceil(total / 2),
    Math.ceil(total / 3),
    Math.ceil(total / 10),
    Math.max(1, Math.floor(total / 4)),
  ]
  const divisor = [5, 3, 2, 7].find((one) => total % one === 0)
  const sizes = divisor ? [...wanted, total / divisor] : wanted
  return [...new Set(sizes)].filter((size) => inRange(size) && total / size <= 40)
}
