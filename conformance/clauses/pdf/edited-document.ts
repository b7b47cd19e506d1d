import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { shows, timesShown, withoutDates } from '../../server/pdf/text.ts'
import { editHook, mayHaveDoneNothing } from '../../server/store/platform.ts'
import type { Document } from './document.ts'
import { numbered, replacements, worn, type Edit } from './edits.ts'
import { textsOf } from './owners.ts'

/** What the document that was asked for showed before it was regenerated. */
export interface Past {
  document: Document
  /** What the edit before left, which must not stand there any more. */
  edit?: Edit
}

/** What it shows now, and where the seller lives, which stands there too. */
interface Now extends Required<Past> {
  seller: unknown
}

/** Demands that the document shows the edit of the order, in the place of what it showed before. */
export function judgeEdit(law: Law, made: Creation, past: Past, now: Now): void {
  const { document } = now
  const exchanges = [...past.document.exchanges, ...document.exchanges]
  const perhaps = mayHaveDoneNothing(editHook(made.draft))
  if (!isLegible(past.document, made)) {
    // A document whose text cannot be read must at least have changed.
    if (withoutDates(past.document.bytes) !== withoutDates(document.bytes))
      return law.missing('the text of the documents cannot be read')
    const got = 'the same document as before'
    throw law.violation({ expected: 'a document that shows the edit of the order', got, perhaps, exchanges })
  }
  const wrong = whatIsWrong(made, past, now)
  law.judge(wrong === undefined, {
    expected: `a document of the edited order: ${wrong ?? 'any'}`,
    got: document.text.slice(0, 1000),
    perhaps,
    exchanges,
  })
}

/** What a document of the edited order should show otherwise. */
function whatIsWrong(made: Creation, past: Past, { document, edit, seller }: Now): string | undefined {
  const isShown = (text: string) => shows(document.text, text)
  const words = [edit.title, edit.name, edit.note, edit.address, edit.destination]
  if (!words.some(isShown)) return `one that shows the edit: ${words.join(', ')}`
  const before = past.document.text
  const replaced = replacements(made.invoice, past.edit, edit)
  const missing = replaced.find(
    ({ old, now }) => old.some((text) => shows(before, text)) && !now.some(isShown),
  )
  if (missing) return `one that shows ${missing.now.join(' or ')} in the place of ${missing.old.join(', ')}`
  const stays = ({ old, now }: { old: string[]; now: string[] }) =>
    old.some((text) => text !== seller && timesShown(before, text) >= now.length && isShown(text))
  const half = replaced.find((one) => stays(one) && !one.now.every(isShown))
  if (half) return `one that shows ${half.now.join(' and ')}, where ${half.old.join(', ')} stood for both`
  const bad = worn(document.text, edit)
  if (bad !== null) return `one that shows the letters of a name, where it shows ${bad}`
  if (edit.last !== undefined && isShown(edit.title) && !isShown(edit.last))
    return `one that shows ${edit.last}, the last of many lines`
  const lost = edit.last !== undefined && numbered(edit.title).find((title) => !isShown(title))
  // A document may name a line by less than its title.
  if (lost && numbered(edit.title).some(isShown)) return `one that shows ${lost}, a line among many`
  const gone = past.edit ? [past.edit.title, past.edit.note].filter((text) => !words.includes(text)) : []
  const stale = gone.find(isShown)
  return stale && `one without ${stale}, which the order says no longer`
}

/** Whether the text of a document can be read at all: a word of the invoice stands there. */
export function isLegible({ text }: Document, { invoice }: Creation): boolean {
  const words = textsOf(invoice).flatMap((value) => value.match(/[A-Za-z]{4,}/g) ?? [])
  return words.some((word) => shows(text, word))
}
