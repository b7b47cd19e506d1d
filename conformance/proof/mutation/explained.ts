import type { QuestionKey } from '../../../schemas/questions.ts'
import { changeOf, type SourceMutant } from './mutant.ts'

/** Why a mutant may live: nothing is changed by it, no client of the API can see it, or an open question allows what it does. */
export type Explanation = readonly ['same' | 'unseen' | QuestionKey, string]

/** Survivors that were looked at, by file, function and change; `*` is all of a file or a function. */
export const EXPLAINED: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, Explanation>>>>>
> = {
  'routes/docs.ts': {
    '*': { '*': ['unseen', 'pages of documentation: no clause speaks of them'] },
  },
  'reply/check-answer.ts': {
    '*': { '*': ['unseen', "holds answers to their schemas in the kit's own tests alone"] },
  },
}

export function explanationOf(mutant: SourceMutant): Explanation | undefined {
  const ofFile = EXPLAINED[mutant.file]
  const ofFunction = ofFile?.[mutant.within]
  return ofFunction?.[changeOf(mutant)] ?? ofFunction?.['*'] ?? ofFile?.['*']?.['*']
}
