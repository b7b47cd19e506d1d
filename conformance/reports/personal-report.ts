import type { Exchange } from '../server/client/exchange.ts'
import { matchesRecipient } from '../server/client/permissions/recipients.ts'
import { searchedBy, type PersonalData } from '../server/store/personal-values.ts'
import { personalMask, type PersonalMask } from './personal-mask.ts'
import type { Target } from '../server/target.ts'
import type { Pseudonyms } from './pseudonyms.ts'

/** Leaves every text as it is: for `--full-data`. */
export const unmasked: PersonalMask = (text) => text

/** A mask for the personal data of a report. @param exchanges those whose searches the report shows */
export function reportMask(
  personal: PersonalData,
  exchanges: readonly Exchange[],
  pseudonyms: Pseudonyms,
): PersonalMask {
  const searched = searchesFor(personal, exchanges.flatMap(searchedBy))
  return personalMask(new Map([...searched, ...personal.values]), pseudonyms)
}

/** Searched texts that hold a word of a personal value, and so may be a part or a variant of the value. */
function searchesFor({ values, isOwn }: PersonalData, texts: readonly string[]): [string, string][] {
  const all = [...values.keys()].join('\n').toLowerCase()
  return [...new Set(texts)]
    .filter((text) => wordsOf(text).some((word) => all.includes(word)) && !isOwn(text))
    .map((text) => [text, 'search'])
}

/** The same without the addresses that the target itself names as recipients of emails. */
export function withoutRecipients(
  { values, isOwn }: PersonalData,
  { email_recipients }: Pick<Target, 'email_recipients'>,
): PersonalData {
  const named = email_recipients.filter((pattern) => pattern !== '*')
  const isNamed = (text: string) => named.some((pattern) => matchesRecipient(text, pattern))
  return { values: new Map([...values].filter(([value]) => !isNamed(value))), isOwn }
}

/** Words of four characters and more that are no numbers: shorter ones are parts of anything. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? []).filter((word) => !/^\d+$/.test(word))

/** Members of a report that say nothing about records, and names by which programs read reports. */
const IMPERSONAL = new Set([
  'target',
  'run',
  'version',
  'selection',
  'shard',
  'aim',
  'started_at',
  'dialect',
  'clause',
  'section',
  'level',
  'verdict',
  'says',
  // Former values of orders that could not be restored, which somebody needs to repair them.
  'left_behind',
])

/** The same report without personal data, except in counterexamples, each of which is masked by what its failure shows. */
export function withoutPersonalData<T>(report: T, mask: PersonalMask): T
export function withoutPersonalData(value: unknown, mask: PersonalMask): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((item: unknown) => withoutPersonalData(item, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === 'counterexample' || IMPERSONAL.has(name) ? item : withoutPersonalData(item, mask),
    ]),
  )
}
