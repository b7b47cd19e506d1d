import { oneLine } from '../../schemas/printing/plain-text.ts'
import { masker } from '../server/client/mask.ts'
import type { Judged } from '../traffic/traffic.ts'

/** What a person sees of an exchange as it passes: a line for it, and one for each thing that broke. */
export function passingLines({ passed, broken }: Judged, keys: readonly string[]): string[] {
  const { request, response, violations, ms } = passed
  const { pathname, search } = new URL(request.url)
  const shown = masker(keys)
  return [
    `${request.method} ${pathname}${search} → ${response.status} in ${Math.round(ms)} ms`,
    ...broken.map(({ clause, failure }) => `  ✗ ${clause}: ${inWords(failure)}`),
    ...violations.map(({ says }) => `  ! ${says}`),
  ].map((line) => oneLine(shown(line)))
}

const inWords = ({ message, expected, got }: Judged['broken'][number]['failure']): string =>
  `${message === undefined ? '' : `${message}; `}expected ${expected}, got ${got}`
