import { keysOf } from '../../../schemas/tables.ts'
import { plural } from '../../../schemas/printing/plain-text.ts'
import type { RehearsalReport, RehearsalVariation } from '../../../schemas/types.ts'

export type Score = RehearsalReport['score']
export type Outcome = keyof Score

/** What each outcome is called, and the sign that stands for it; in the order of what matters. */
export const LOOKS: Readonly<Record<Outcome, { sign: string; words: string }>> = {
  not_survived: { sign: '✗', words: 'not survived' },
  not_judged: { sign: '!', words: 'not judged' },
  accepted: { sign: '~', words: 'accepted' },
  survived: { sign: '✓', words: 'survived' },
  not_touched: { sign: '·', words: 'not touched' },
}

export const OUTCOMES = keysOf(LOOKS)

type Look = (typeof LOOKS)[Outcome]

/** How a survived one looks that did not pass. */
const ENDED: Look = { sign: '○', words: 'ended with an error, as it may' }

/** The sign of one variation, and what it stands for. */
export const lookOf = ({ verdict, ended }: Pick<RehearsalVariation, 'verdict' | 'ended'>): Look =>
  ended === 'failed' ? ENDED : LOOKS[verdict]

/** What the signs of these stand for, each once. */
export const legendOf = (variations: readonly RehearsalVariation[]): string =>
  [...new Set(variations.map(lookOf))].map(({ sign, words }) => `${sign} ${words}`).join(', ')

/** What can be told in the end, and the exit code for it. @param ended how many were survived with an error */
export function concluded(
  score: Score,
  reason: string | undefined,
  ended = 0,
): Pick<RehearsalReport, 'exit_code' | 'conclusion'> {
  const { survived, not_survived, accepted, not_judged } = score
  const tried = survived + not_survived + accepted
  if (reason !== undefined) return { exit_code: 2, conclusion: 'Nothing can be told.' }
  if (not_survived > 0)
    return {
      exit_code: 1,
      conclusion: `It does not survive ${not_survived} of ${touching(tried)}.`,
    }
  if (not_judged > 0)
    return {
      exit_code: 2,
      conclusion: `Not all can be told: ${plural(not_judged, 'variation')} could not be judged.`,
    }
  if (tried === 0)
    return { exit_code: 2, conclusion: 'Nothing can be told: no variation touches what it does.' }
  const all = tried === 1 ? 'the' : 'all'
  const errors = ended === 0 ? '' : `, ${ended} of them with an error, as it may`
  const conclusion =
    accepted === 0
      ? `It survives ${all} ${touching(tried)}${errors}.`
      : `It survives ${survived} of ${touching(tried)}${errors}; ${accepted} not, as was expected.`
  return { exit_code: 0, conclusion }
}

const touching = (count: number): string =>
  `${plural(count, 'variation')} that ${count === 1 ? 'touches' : 'touch'} what it does`
