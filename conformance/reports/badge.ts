import { escaped } from '../../schemas/printing/escape.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { countOf, exitCode, isJudged } from './conclusion.ts'

const LABEL = 'Invoicing API 1.0.0'

/** Green conforms, red does not, grey is no judgement; white text on each has a contrast of at least 4.5. */
const COLOURS = { 0: '#1a7f37', 1: '#cf222e', 2: '#59636e' } as const

/** Pixels of a character of Verdana at 11 pixels, in the mean, and beside the text. */
const CHARACTER = 6.6
const MARGIN = 6

/** The result as a badge for a README: one SVG that needs nothing else. */
export function badge(report: ConformanceReport): string {
  const words = wordsOf(report)
  const [left, right] = [LABEL, words].map((text) => Math.round(text.length * CHARACTER) + 2 * MARGIN) as [
    number,
    number,
  ] // of two texts
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(`${LABEL}: ${words}`)}">
<title>${escaped(`${LABEL}: ${words}`)}</title>
<clipPath id="round"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)"><rect width="${left}" height="20" fill="#24292f"/><rect x="${left}" width="${right}" height="20" fill="${COLOURS[exitCode(report)]}"/></g>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
${text(LABEL, left / 2, left)}
${text(words, left + right / 2, right)}
</g>
</svg>
`
}

const text = (words: string, middle: number, width: number): string =>
  `<text x="${middle}" y="14" textLength="${width - 2 * MARGIN}" lengthAdjust="spacingAndGlyphs">${escaped(words)}</text>`

function wordsOf(report: ConformanceReport): string {
  const { verdicts } = report
  if (exitCode(report) === 2) return 'not judged'
  const judged = verdicts.filter(isJudged).length
  const passed = countOf(verdicts, 'pass')
  const held = passed === judged ? 'all conform' : `${passed} conform`
  return `${judged} of ${verdicts.length} judged, ${held}`
}
