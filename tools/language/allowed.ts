/** Uses of replaced words that are right, each with its reason. */
interface Allowed {
  readonly word: string
  readonly pattern: RegExp
  readonly reason: string
}

export const ALLOWED: readonly Allowed[] = [
  {
    word: 'odd',
    pattern: /\bodd (?:numbers?|pages?|count|length|digits?|bytes?|minutes?|seconds?|ids?)\b/i,
    reason: 'The opposite of even.',
  },
  {
    word: 'odd',
    pattern: /\bodd (?:and|or) even\b|\beven (?:and|or) odd\b/i,
    reason: 'The opposite of even.',
  },
  { word: 'sight', pattern: /\bat (?:first )?sight\b|\blos\w+ sight\b/i, reason: 'Plain idiom.' },
  { word: 'is to', pattern: /\byet to be\b/i, reason: 'Says what is missing, not what must be.' },
  {
    word: 'at once',
    pattern: /\ball at once\b/i,
    reason: 'In one step: neither concurrently nor immediately.',
  },
]
