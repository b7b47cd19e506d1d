import { escaped } from '../../schemas/printing/escape.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { effectLines } from './effects-lines.ts'

/** The effects of a run as a table; nothing for a report without effects. */
export function effectsBlock(report: ConformanceReport): string {
  const rows = effectLines(report).map(
    ({ name, text }) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(text)}</td></tr>`,
  )
  if (rows.length === 0) return ''
  return `<section class="block" id="effects"><h2>Effects on the deployment</h2><table class="effects">${rows.join('')}</table></section>`
}
