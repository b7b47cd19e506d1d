/** What a step can work on; all of the judged store, but for the store with the limit. */
const PLACES = [
  'customers',
  'templates',
  /** Which templates are pre-selected: invoices and documents are made by them. */
  'chosen',
  'settings',
  /** The settings that number, send, automate or translate: invoices follow them. */
  'terms',
  'invoices',
  'documents',
  /** An invoice that was there before, from whose documents several checks learn words. */
  'neighbour',
  /** The invoices that were made first, which several checks work on, of orders and of draft orders. */
  'firsts',
  'first_drafts',
  /** The one whose order a hook edits for several checks, and that of a draft order. */
  'edited',
  'edited_draft',
  /** Orders of a step's own that a hook edits, as long as there are any. */
  'orders',
  /** The order for which creations are refused, before it is invoiced in the end. */
  'refused',
  'mailbox',
  /** Emails of the invoices that were made first. */
  'emails',
  'bulk',
  'limited',
] as const
export type Place = (typeof PLACES)[number]

/**
 * How a step works on a place: it `sees` all of it, which has to hold still meanwhile; it `uses` what is its own there, or
 * what it touches does not matter to others that do the same; or it `changes` what all see.
 */
export type Touch = 'sees' | 'uses' | 'changes'

export type Touches = Readonly<Partial<Record<Place, Touch>>>

const EVERYTHING: Touches = Object.fromEntries(PLACES.map((place) => [place, 'changes']))

/** All of the judged store: what waits for the limit of another one goes on meanwhile. */
export const WHOLE_STORE: Touches = Object.fromEntries(
  PLACES.filter((place) => place !== 'limited').map((place) => [place, 'changes']),
)

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

/** Who works on records of its own beside others: what it found there it must find alone too. */
export const isBesideOthers = ({ touches = EVERYTHING }: Touching): boolean =>
  touches.invoices === undefined && (touches.customers === 'uses' || touches.templates === 'uses')

/** The same alone. */
export const alone = <S extends Touching>(step: S): S => ({
  ...step,
  touches: Object.fromEntries(
    Object.entries(step.touches ?? EVERYTHING).map(([place, touch]) => [
      place,
      touch === 'uses' ? 'changes' : touch,
    ]),
  ),
})

/** The same where orders are too few for each to have one to edit: one that was invoiced first serves. */
export const sharingInvoices = <S extends Touching>(step: S): S =>
  step.touches?.orders ? { ...step, touches: { ...step.touches, ...SHARED } } : step

const SHARED: Touches = {
  firsts: 'changes',
  first_drafts: 'changes',
  edited: 'changes',
  edited_draft: 'changes',
}

const goTogether = (one: Touch, other: Touch): boolean => one === other && one !== 'changes'
