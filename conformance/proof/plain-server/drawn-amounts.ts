/** Rates that make half cents often: a quarter, an eighth, a twentieth; and some that real places have. */
const RATES = [0.25, 0.125, 0.05, 0.19, 0.0775, 0.2]

/** A generator of numbers from 0 up to 1 (mulberry32): it shares nothing with the generators of the suite. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Lines and taxes of an order, drawn by a seed: one to six lines of odd cents, one or two taxes. */
export function drawnAmounts(seed: number, currency: string): object {
  const random = randomOf(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const price = (): string =>
    currency === 'JPY' ? String(1 + below(20_000)) : (0.01 * (1 + below(20_000))).toFixed(2)
  return {
    line_items: Array.from({ length: 1 + below(6) }, (_, at) => ({
      title: `Article ${at}`,
      variant_title: null,
      sku: `A-${below(1000)}`,
      quantity: 1 + below(7),
      price: price(),
    })),
    tax_lines: Array.from({ length: 1 + below(2) }, (_, at) => ({
      title: `Tax ${at}`,
      rate: RATES[below(RATES.length)],
    })),
  }
}
