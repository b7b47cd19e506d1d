import type { QuestionKey } from '../../../schemas/questions.ts'
import { changeOf, type SourceMutant } from './mutant.ts'

/** Why a mutant may live: nobody could tell it, no client can, or a named open question allows what it does. */
export type Explanation = readonly ['same' | 'unseen' | QuestionKey, string]

/** Survivors that were looked at, by file and change; `*` is all of a file. */
export const EXPLAINED: Readonly<Record<string, Readonly<Record<string, Explanation>>>> = {
  'routes/docs.ts': {
    '*': ['unseen', 'documentation pages: no clause speaks of them'],
  },
  'reply/check-answer.ts': {
    '*': ['unseen', 'holds answers to their schemas in tests of the kit, and only there'],
  },
}

export function explanationOf(mutant: SourceMutant): Explanation | undefined {
  const ofFile = EXPLAINED[mutant.file]
  return ofFile?.[changeOf(mutant)] ?? ofFile?.['*']
}
