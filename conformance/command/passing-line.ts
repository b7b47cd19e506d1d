import { oneLine } from '../../schemas/printing/plain-text.ts'
import { personalMask, withoutSearch } from '../reports/personal-mask.ts'
import { Pseudonyms } from '../reports/pseudonyms.ts'
import { masker } from '../server/client/mask.ts'
import type { Judged, Traffic } from '../traffic/traffic.ts'

/** What a person sees of an exchange as it passes: a line for it, and one for each thing that broke. */
export function passingLines({ passed, broken }: Judged, shown: (text: string) => string): string[] {
  const { request, response, violations, ms } = passed
  return [
    `${request.method} ${askedFor(request.url)} → ${response.status} in ${Math.round(ms)} ms`,
    ...broken.map(({ clause, failure }) => `  ✗ ${clause}: ${inWords(failure)}`),
    ...violations.map(({ says }) => `  ! ${says}`),
  ].map((line) => oneLine(shown(line)))
}

/** What was asked for at an origin, as it was sent: what reads URLs would resolve its dots, and tell of another path. */
const askedFor = (url: string): string => url.replace(/^https?:\/\/[^/]*/, '')

/** Whether an exchange has something to tell. */
export const isTelling = ({ passed, broken }: Judged): boolean =>
  broken.length > 0 || passed.violations.length > 0

/** Hides all keys that passed so far, and personal data unless all data may be shown. */
export function maskOf(traffic: Traffic, fullData = false): (text: string) => string {
  const secrets = madeOfGrowing(
    () => traffic.keys.length,
    () => masker(traffic.keys),
  )
  if (fullData) return (text) => secrets()(text)
  const pseudonyms = new Pseudonyms()
  const personal = madeOfGrowing(
    () => traffic.personal.size,
    () => personalMask(traffic.personal.data.values, pseudonyms),
  )
  return (text) => secrets()(withoutSearch(personal()(text)))
}

/** Makes a value of something that grows, and makes it from scratch only after growth: a mask costs a thousand uses. */
function madeOfGrowing<T>(size: () => number, make: () => T): () => T {
  let [known, made] = [size(), make()]
  return () => {
    if (size() > known) [known, made] = [size(), make()]
    return made
  }
}

const inWords = ({ message, expected, got }: Judged['broken'][number]['failure']): string =>
  `${message === undefined ? '' : `${message}; `}expected ${expected}, got ${got}`
