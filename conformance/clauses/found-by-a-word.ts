import type { Law } from '../judge/law.ts'
import { withOtherWords } from './search-texts.ts'

/**
 * Of a text that a record does not carry and that finds it: whether it does by one of its words alone, which the record
 * carries, so that nothing is told. `finds` searches for another text.
 */
export async function foundByAWord(
  law: Law,
  text: string,
  record: unknown,
  finds: (other: string) => Promise<boolean>,
): Promise<boolean> {
  const other = withOtherWords(text, record, law.seedOf(text))
  const isFound = other !== null && (await finds(other))
  if (isFound) law.missing('a search finds what carries any word of a text')
  return isFound
}
