import { escaped } from '../../schemas/printing/escape.ts'
import type { Outcome } from './conclusion.ts'

/** How each outcome is shown on the page. */
export const LOOKS: { [outcome in Outcome]: { sign: string; words: string } } = {
  fail: { sign: '✕', words: 'failed' },
  error: { sign: '!', words: 'not judged' },
  waived: { sign: '~', words: 'waived' },
  pass: { sign: '✓', words: 'passed' },
  not_exercised: { sign: '○', words: 'not exercised' },
  skipped: { sign: '–', words: 'skipped' },
}

export const clauseLink = (clause: string) =>
  `<a class="id" href="#${escaped(clause)}">${escaped(clause)}</a>`
