import type { Law } from '../judge/law.ts'
import type { Exchange } from '../server/client/exchange.ts'
import { withOtherWords } from './search-texts.ts'
import { typosOf } from './typos.ts'

/**
 * Of a text that a record does not carry and that finds it: whether it does by one of its words alone, which the record
 * carries, or as a typo of what the record carries, so that nothing is told. `finds` searches for another text.
 */
export async function foundLoosely(
  law: Law,
  text: string,
  record: unknown,
  finds: (other: string) => Promise<boolean>,
): Promise<boolean> {
  const other = withOtherWords(text, record, law.seedOf(text))
  const byAWord = other !== null && (await finds(other))
  if (byAWord) law.missing('a search finds what carries any word of a text')
  return byAWord || (await foundAsTypo(law, typosOf(text, record), finds))
}

/** How a search matches is open (question search.match): one that forgives typos forgives them at any place. */
async function foundAsTypo(
  law: Law,
  typos: readonly string[],
  finds: (other: string) => Promise<boolean>,
): Promise<boolean> {
  if (typos.length === 0) return false
  for (const typo of typos) if (!(await finds(typo))) return false
  law.missing('a search finds what carries nearly the same text')
  return true
}

/** A record that is looked for by a text that it does not carry. */
interface Unfound<Item> {
  /** What it says now. */
  readonly record: unknown
  search(text: string): Promise<{ readonly items: readonly Item[]; readonly exchanges: readonly Exchange[] }>
  is(item: Item): boolean
  /** How it is told where it is found all the same, and what was done to it before. */
  readonly told: { readonly message: string; readonly expected: string; readonly before?: Exchange }
}

/** No search for this text finds the record. */
export async function judgeUnfound<Item>(law: Law, text: string, unfound: Unfound<Item>): Promise<void> {
  const { record, search, is, told } = unfound
  const { items, exchanges } = await search(text)
  const finds = async (other: string) => (await search(other)).items.some(is)
  if (items.some(is) && (await foundLoosely(law, text, record, finds))) return
  const { message, expected, before = [] } = told
  law.judge(!items.some(is), {
    message,
    expected,
    got: 'it is found',
    exchanges: [before, exchanges.slice(0, 1)].flat(),
  })
}
