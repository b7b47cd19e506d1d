/** What a step can work on; all of the judged store, but for the store with the limit. */
export type Place = 'customers' | 'templates' | 'settings' | 'invoices' | 'documents' | 'limited'

/**
 * How a step works on a place: it `sees` all of it, which has to hold still meanwhile; it `uses` what is its own there, or
 * what it touches does not matter to others that do the same; or it `changes` what all see.
 */
export type Touch = 'sees' | 'uses' | 'changes'

export type Touches = Readonly<Partial<Record<Place, Touch>>>

const EVERYTHING: Touches = {
  customers: 'changes',
  templates: 'changes',
  settings: 'changes',
  invoices: 'changes',
  documents: 'changes',
  limited: 'changes',
}

/** Says of steps what they work on, unless they say it themselves. */
export const touching = <S extends { readonly touches?: Touches }>(
  touches: Touches,
  steps: readonly S[],
): S[] => steps.map((step) => ({ ...step, touches: step.touches ?? touches }))

interface Touching {
  readonly touches?: Touches
}

/** Whether two steps must not be under way at once. Who does not say what it touches touches everything. */
export function meet(
  { touches: one = EVERYTHING }: Touching,
  { touches: other = EVERYTHING }: Touching,
): boolean {
  return (Object.keys(one) as Place[]) // its keys are places
    .some((place) => one[place] && other[place] && !goTogether(one[place], other[place]))
}

const goTogether = (one: Touch, other: Touch): boolean => one === other && one !== 'changes'
