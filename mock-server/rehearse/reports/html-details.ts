import { escaped } from '../../../schemas/printing/escape.ts'
import { duration } from '../../../schemas/printing/plain-text.ts'
import type { RehearsalVariation } from '../../../schemas/types.ts'
import { lookOf } from './conclusion.ts'
import { TONES } from './html-style.ts'
import { excerpt } from './excerpt.ts'
import { DEMAND_WORDS } from './in-words.ts'

/** Of an output; the JSON report has more. */
const SHOWN_LINES = 32

/** A variation, folded unless it is the first that was not survived. */
export function detailsOf(variation: RehearsalVariation, index: number): string {
  const { name, verdict, says, basis, demand, ms, ended, reason, failure } = variation
  const facts = [
    DEMAND_WORDS[demand],
    basis,
    ...(ended === 'failed' ? ['ended with its ordinary failure'] : []),
    ...(ms === undefined ? [] : [duration(ms)]),
  ]
  return `<details id="${escaped(encodeURIComponent(name))}"${verdict === 'not_survived' && index === 0 ? ' open' : ''}>
<summary><span class="sign ${TONES[verdict]}">${lookOf(variation).sign}</span><span class="id">${escaped(name)}</span><span class="says">${escaped(says)}</span></summary>
<div class="inside">
<p class="sentence">${escaped(says)}</p>
<p class="facts">${facts.map((fact) => `<span>${escaped(fact)}</span>`).join('')}</p>
${reason === undefined ? '' : `<p class="sentence">${escaped(reason)}</p>`}
${failure ? failureBlock(failure) : ''}
</div>
</details>`
}

function failureBlock(failure: NonNullable<RehearsalVariation['failure']>): string {
  const { says, failed, of, differed, output, repeat, by_hand } = failure
  const runs = of > 1 ? ` (${failed} of ${of} runs)` : ''
  const exchange: [string, string][] = differed
    ? [
        ['Request', `${differed.request}\n${differed.body}`.trim()],
        ...(differed.at === undefined ? [] : [['Differs', differed.at] as [string, string]]), // a pair
        ['First run', differed.first],
        ['Here', differed.now],
      ]
    : []
  const rows: [string, string][] = [['Ended', `The command ${says}${runs}.`], ...exchange]
  return `<dl>${rows.map(([term, text]) => `<dt>${term}</dt><dd>${escaped(text)}</dd>`).join('')}</dl>
${panel('Output', excerpt(output, SHOWN_LINES).join('\n'), 'output')}
${panel('Again', repeat, 'line')}
${panel('By hand', by_hand.join('\n'), 'line')}`
}

const panel = (title: string, text: string, kind: 'output' | 'line'): string => {
  const copy =
    kind === 'line' ? `<button type="button" class="copy" data-copy="${escaped(text)}">Copy</button>` : ''
  return `<div class="panel"><div class="bar"><span>${title}</span>${copy}</div><pre class="${kind}" tabindex="0">${escaped(text)}</pre></div>`
}
