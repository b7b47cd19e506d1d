import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { didYouMean } from '../../../schemas/nearest.ts'
import { isOneOf } from '../../../schemas/tables.ts'
import { variationNamed } from './names.ts'
import { whyUntouched, type Shown } from './shown.ts'
import { GROUPS, type Group, type Variation } from './variation.ts'

/** What a person wants tried: groups, and variations by name; null for all that there is. */
export type Selection = { groups: ReadonlySet<Group>; named: readonly Variation[] } | null

/**
 * Reads `dialect`, `errors`, `faults`, `data` and names of variations.
 * @throws {UsageError}
 */
export function selectionOf(words: readonly string[]): Selection {
  if (words.length === 0) return null
  const groups = new Set(words.filter((word) => isOneOf(GROUPS, word)))
  const names = words.filter((word) => !isOneOf(GROUPS, word))
  return { groups, named: names.map((name) => (name.includes('=') ? variationNamed(name) : noGroup(name))) }
}

function noGroup(word: string): never {
  throw new UsageError(
    `"${word}" is no group (a single variation is named as status.created=200); ${didYouMean(word, GROUPS)}`,
  )
}

/** A variation that is not tried, and why. */
export interface Untouched {
  variation: Variation
  why: string
}

/** What is tried and what is not: what was named always, of the rest what touches the traffic. */
export function chosen(all: readonly Variation[], selection: Selection, shown: Shown) {
  const named = selection?.named ?? []
  const names = new Set(named.map(({ name }) => name))
  const asked = all.filter(
    ({ group, name }) => !names.has(name) && (!selection || selection.groups.has(group)),
  )
  const tried: Variation[] = uniquely(named)
  const untouched: Untouched[] = []
  for (const variation of asked) {
    const why = whyUntouched(variation, shown)
    if (why === null) tried.push(variation)
    else untouched.push({ variation, why })
  }
  return { tried, untouched }
}

const uniquely = (variations: readonly Variation[]): Variation[] => [
  ...new Map(variations.map((variation) => [variation.name, variation])).values(),
]
