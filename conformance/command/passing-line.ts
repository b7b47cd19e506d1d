import { oneLine } from '../../schemas/printing/plain-text.ts'
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

/** Hides all keys that passed so far. A new one costs a thousand times what hiding does. */
export function maskOf(traffic: Traffic): (text: string) => string {
  let [known, shown] = [0, masker([])]
  return (text) => {
    const { keys } = traffic
    if (keys.length > known) [known, shown] = [keys.length, masker(keys)]
    return shown(text)
  }
}

const inWords = ({ message, expected, got }: Judged['broken'][number]['failure']): string =>
  `${message === undefined ? '' : `${message}; `}expected ${expected}, got ${got}`
