import { COPY_SCRIPT } from '../../../schemas/printing/copy-script.ts'
import type { Outcome } from './conclusion.ts'

/** What colours an outcome, of the classes that all pages have. */
export const TONES: Readonly<Record<Outcome, string>> = {
  not_survived: 'fail',
  not_judged: 'error',
  accepted: 'waived',
  survived: 'pass',
  not_touched: 'not_exercised',
}

/** What of the page is styled beyond what all pages share. */
export const STYLE = `
.score { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.5rem 0 0; padding: 0; list-style: none }
.score li { padding: .45rem .9rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); font-size: .9rem }
.score b { color: var(--tone); font-size: 1.15rem; font-variant-numeric: tabular-nums }

.legend { margin: -.25rem 0 .75rem; color: var(--soft); font-size: .85rem }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 14px }
table { border-collapse: separate; border-spacing: 0; font-size: .85rem }
th, td { padding: .45rem .55rem; text-align: center; white-space: nowrap }
thead th { color: var(--soft); font-weight: 500 }
tbody tr > * { border-top: 1px solid var(--line) }
th:last-child { width: 100%; text-align: left } td:last-child { text-align: left }
th[scope=row] { position: sticky; left: 0; background: var(--card); text-align: left; font-weight: 500 }
a.sign { text-decoration: none; margin: 1px }
a.sign:hover { outline: 2px solid var(--tone) }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: .6rem 1rem }
ul.card { margin: 0; display: grid; gap: .5rem; list-style: none }
ul.card li { overflow-wrap: anywhere; font-size: .9rem }
.area { display: grid; grid-template-columns: 8rem 1fr; gap: .75rem; padding: .3rem 0; font-size: .85rem; align-items: center }
details { background: var(--card); border: 1px solid var(--line); border-bottom-width: 0; scroll-margin-top: 1rem }
details:first-of-type { border-radius: 12px 12px 0 0 }
details:last-of-type { border-bottom-width: 1px; border-radius: 0 0 12px 12px }
details:only-of-type { border-radius: 12px }
summary { display: grid; grid-template-columns: auto minmax(12rem, 22rem) 1fr; gap: .25rem .75rem; align-items: center; padding: .55rem .9rem; cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none }
summary:hover { background: var(--sunk) }
summary .id { font-size: .85rem; overflow-wrap: anywhere }
.says { color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: .9rem }
details[open] > summary .says { visibility: hidden }
.inside { padding: .1rem .9rem 1rem 2.9rem }
.sentence { margin: .1rem 0 .5rem; max-width: 46rem }
.inside .facts { margin-bottom: .75rem }
dl { display: grid; grid-template-columns: 5.5rem 1fr; gap: .3rem .75rem; margin: 0 0 1rem }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; max-height: 7.5rem; overflow-y: auto; font: .78rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
.panel { margin-top: .6rem; border: 1px solid var(--line); border-radius: 10px; background: var(--sunk); overflow: hidden }
.bar { display: flex; align-items: center; justify-content: space-between; min-height: 2.2rem; padding: .2rem .75rem; border-bottom: 1px solid var(--line); color: var(--soft); font-size: .82rem }
pre { margin: 0; padding: .6rem .75rem; font-size: .78rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere }
pre.output { max-height: 22rem; overflow-y: auto }
header pre.output { margin-top: 1rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 10px }
button { font: inherit; font-size: .78rem; color: inherit; border: 1px solid var(--line); border-radius: 999px; background: var(--card); padding: .1rem .6rem; cursor: pointer }
@media (max-width: 46rem) {
  main { padding: 1.75rem 1rem 4rem }
  summary { grid-template-columns: auto 1fr }
  .says { grid-column: 2; white-space: normal }
  details[open] > summary .says { display: none }
  .inside { padding-left: .9rem }
  dl { grid-template-columns: 1fr; gap: 0 }
  dd { margin-bottom: .5rem }
}
@media print { body { background: none } }
`

/** Opens the variation that is linked to, and copies lines. */
export const SCRIPT = `
function reveal() {
  const one = document.getElementById(location.hash.slice(1))
  if (!(one instanceof HTMLDetailsElement)) return
  one.open = true
  one.scrollIntoView()
}
addEventListener('hashchange', reveal)
${COPY_SCRIPT}reveal()
`
