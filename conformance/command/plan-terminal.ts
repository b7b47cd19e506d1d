import { duration, oneLine, plural } from '../../schemas/printing/plain-text.ts'
import type { Plan } from '../run/plan.ts'
import { emailsInWords, listed, ordersInWords } from '../reports/effects-lines.ts'

/** A plan for a person at a terminal: what a run would do at most, how long it takes, and what it cannot judge. */
export function planTerminal({ target, judged, clauses, unjudged, estimate, effects }: Plan): string {
  const { created, changed, restored, counters, documents } = effects
  const rows = [
    ['permissions', [...target.allow].join(', ') || 'none: the run only reads'],
    ['judges', `up to ${judged.length} of ${plural(clauses.length, 'clause')}`],
    ['takes', `about ${duration(estimate.ms)} at ${Math.round(estimate.read_ms)} ms a read`],
    [
      'requests',
      `about ${estimate.requests.toLocaleString('en')}; with effects: ${listed(effects.requests)}`,
    ],
    ['creates', listed(created)],
    ['changes', listed(changed)],
    ['restores', listed(restored)],
    ['orders', ordersInWords(effects)],
    ['emails', emailsInWords(effects)],
    ['counters', counters.map(({ name, from, to }) => `${name} ${from} → ${to}`).join(', ') || 'none'],
    ['documents', documents === 0 ? 'none generated' : `at most ${documents} generated`],
  ] as const
  const open = [...unjudged].map(([reason, some]) => `  ${plural(some.length, 'clause')}: ${oneLine(reason)}`)
  return `${[
    `Plan for ${target.base_url}: what a run does at most. Nothing of it was done.`,
    ...rows.map(([name, text]) => `  ${name.padEnd(13)}${oneLine(text)}`),
    ...(open.length > 0 ? ['Not judged', ...open] : []),
  ].join('\n')}\n`
}
