const DIGITS = /\d+/g

/**
 * By how much a next number has moved on, counting down below nothing. How it is formed is open (question numbering): of
 * a text such as 2026-0138 the first number that differs tells; NaN where the texts around its numbers differ.
 */
export function movedBy(before: unknown, now: unknown): number {
  const [was, is] = [String(before), String(now)]
  if (was.replaceAll(DIGITS, '#') !== is.replaceAll(DIGITS, '#')) return Number.NaN
  const steps = numbersIn(is).map((number, at) => number - (numbersIn(was)[at] ?? number))
  return steps.find((step) => step !== 0) ?? 0
}

const numbersIn = (text: string): number[] => (text.match(DIGITS) ?? []).map(Number)
