import type { QuestionKey } from '../../../schemas/questions.ts'
import { changeOf, type SourceMutant } from './mutant.ts'

/** Why a mutant may live: it changes nothing, no client of the API can see it, or an open question allows what it does. */
export type Explanation = readonly ['same' | 'unseen' | QuestionKey, string]

const DESK: Explanation = ['unseen', 'for the desk alone: faults, journal, coverage, lists of what was done']
const OWN_FAULT: Explanation = ['unseen', 'answers to a fault of the mock itself, which no request provokes']
const PLATFORM: Explanation = ['unseen', "the platform's side: orders, which the API does not have"]
const EMAIL_TEXT: Explanation = [
  'unseen',
  'what an email says: recipient, invoice and template are all that is told',
]
const CACHE: Explanation = ['same', 'what is kept so as not to be made again']

type OfFile = Readonly<Record<string, Readonly<Record<string, Explanation>>>>

/** Survivors that were looked at, by file, function and change; `*` is all of a file or a function. */
export const EXPLAINED: Readonly<Record<string, OfFile>> = {
  'gates/forced-answer.ts': {
    '*': { '*': ['unseen', "X-Mock-Answer, a header of the mock's own"] },
  },
  'reply/check-answer.ts': {
    '*': { '*': ['unseen', "holds answers to their schemas in the kit's own tests alone"] },
  },
  'reply/faults.ts': {
    '*': { '*': OWN_FAULT },
  },
  'reply/to-json.ts': {
    bytesOf: { '*': CACHE },
  },
  'routes/api.ts': {
    fittingOf: { '*': DESK },
    playOn: { '*': DESK },
    over: { '*': DESK },
    overOf: { '*': DESK },
    resultUnder: { '*': DESK },
    wordFor: { '*': DESK },
  },
  'routes/byte-cache.ts': {
    '*': { '*': CACHE },
  },
  'routes/docs.ts': {
    '*': { '*': ['unseen', 'pages of documentation: no clause speaks of them'] },
  },
  'routes/downloads.ts': {
    fittingOf: { '*': DESK },
    playOn: { '*': DESK },
    over: { '*': DESK },
    withoutBytes: { '*': DESK },
  },
  'rules/bulk-actions.ts': {
    bulkActionOf: { '*': DESK },
    listBulkActions: { '*': DESK },
  },
  'rules/email-text.ts': {
    '*': { '*': EMAIL_TEXT },
  },
  'rules/emails.ts': {
    envelope: { '*': EMAIL_TEXT },
    content: { '*': EMAIL_TEXT },
  },
  'rules/platform.ts': {
    addOrder: { '*': PLATFORM },
    freeId: { '*': PLATFORM },
    checkOrder: { '*': PLATFORM },
    byField: { '*': PLATFORM },
    listOrders: { '*': PLATFORM },
  },
}

/** Why a survivor may live, where somebody looked at it. */
export function explanationOf(mutant: SourceMutant): Explanation | undefined {
  const ofFile = EXPLAINED[mutant.file]
  const ofFunction = ofFile?.[mutant.within]
  return ofFunction?.[changeOf(mutant)] ?? ofFunction?.['*'] ?? ofFile?.['*']?.['*']
}
