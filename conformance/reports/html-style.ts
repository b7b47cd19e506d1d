/** What of the HTML report is styled beyond what all pages share. */
export const STYLE = `.failures { display: grid; gap: .5rem; margin: 1.75rem 0 0; padding: 0; list-style: none }
.failures li { display: grid; grid-template-columns: auto minmax(10rem, 17rem) 1fr; gap: .25rem .75rem; align-items: baseline; font-size: .9rem }
.failures span { min-width: 0; overflow-wrap: anywhere }
.failures small { display: block; color: var(--soft) }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 .5rem }
.counts b { color: var(--tone) }
.operations { margin-top: 1rem; font-size: .9rem }
.area > summary { display: block; list-style: none }
.area > summary h2::before, .operations summary::before { content: '▸'; color: var(--soft); font-size: .8em; margin-right: .1rem }
.area[open] > summary h2::before, .operations[open] summary::before { content: '▾' }
section.clauses { margin-top: 1rem }
.operations summary { color: var(--soft) }
.operations dl { grid-template-columns: minmax(9rem, 14rem) 1fr; margin: .75rem 0 0 }
.failures .id { font-size: .85rem; overflow-wrap: anywhere }
.matrix { display: grid; grid-template-columns: repeat(auto-fill, minmax(21rem, 1fr)); gap: .5rem 2rem; margin-top: 1.75rem; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px }
.row { display: grid; grid-template-columns: 11rem 1fr; gap: .75rem; align-items: center; font-size: .85rem }
.row .area { color: inherit; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.cells { display: flex; flex-wrap: wrap; gap: 3px }
.cell { width: 13px; height: 13px; border-radius: 3px; background: var(--tone) }
.cell:hover { outline: 2px solid var(--ink) }
.cell.pass { opacity: .75 }
.cell.not_exercised, .cell.skipped { background: none; border: 1.5px solid var(--open) }
.filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem; margin: 2rem -1.25rem 0; padding: .75rem 1.25rem; background: color-mix(in srgb, var(--page) 88%, transparent); backdrop-filter: blur(8px) }
input, button { font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 999px; background: var(--card); padding: .3rem .85rem }
input { flex: 1 1 12rem; min-width: 0 }
button { cursor: pointer; font-size: .85rem }
.filter b { color: var(--tone) }
.filter[aria-pressed=true] { border-color: var(--tone); background: color-mix(in srgb, var(--tone) 16%, var(--card)) }
dd code { font-size: .82rem }
.filters .links { align-items: center }
.clauses { scroll-margin-top: 4.5rem }
.clause, .answer { background: var(--card); border: 1px solid var(--line); border-bottom-width: 0; scroll-margin-top: 4.5rem }
.area > summary + .clause, .answer:first-of-type { border-radius: 12px 12px 0 0 }
.clause:last-of-type, .answer:last-of-type { border-bottom-width: 1px; border-radius: 0 0 12px 12px }
.clause:only-of-type, .answer:only-of-type { border-radius: 12px }
.clause > summary, .answer > summary { display: grid; grid-template-columns: auto minmax(10rem, 17rem) 1fr; gap: .25rem .75rem; align-items: center; padding: .55rem .9rem }
summary { cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none }
summary:hover { background: var(--sunk) }
summary .id { font-size: .85rem; overflow-wrap: anywhere }
summary .says { color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
details[open] > summary .says { visibility: hidden }
.answer > summary { grid-template-columns: minmax(10rem, 20rem) 1fr }
.answer .question { grid-column: 1 / -1; color: var(--soft); font-size: .82rem }
.block { scroll-margin-top: 4.5rem }
mark { background: color-mix(in srgb, var(--fail) 22%, transparent); color: inherit; font-weight: 600 }
.answer code { overflow-wrap: anywhere }
.tag { margin-left: .5rem; padding: .05rem .4rem; border-radius: 4px; background: var(--sunk); color: var(--soft); font-size: .75rem }
.inside { padding: .1rem .9rem 1rem 2.9rem }
.answer .inside { padding-left: .9rem }
.sentence { margin: .1rem 0 .75rem; max-width: 46rem }
.reason { margin: 0 0 .75rem; color: var(--soft); overflow-wrap: anywhere; white-space: pre-wrap }
dl { display: grid; grid-template-columns: 5.5rem 1fr; gap: .3rem .75rem; margin: 0 0 1rem }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
.exchange { margin-bottom: .5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--sunk); overflow: hidden }
.number { min-width: 1.5em; color: var(--soft); font-variant-numeric: tabular-nums; text-align: right }
.race { margin: 0 0 1rem }
.race figcaption { color: var(--soft); margin-bottom: .35rem }
.race ol { margin: 0; padding: 0; list-style: none; font-size: .82rem }
.race li { display: grid; grid-template-columns: auto 12rem 1fr 6.5rem auto; gap: .6rem; align-items: center; padding: .1rem 0 }
.race code { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.race .ms { color: var(--soft); text-align: right; font-variant-numeric: tabular-nums }
.track { position: relative; height: .7rem; border-radius: 4px; background: var(--line) }
.span { position: absolute; top: 0; bottom: 0; min-width: 3px; border-radius: 4px; background: var(--link) }
.steps { margin: 0; padding-left: 2rem; font-size: .85rem }
.steps > li { margin-bottom: .4rem; overflow-wrap: anywhere }
.steps > li::marker { color: var(--soft) }
.steps .exchange { margin: .35rem 0 }
.panels { display: grid; grid-template-columns: 1fr 1fr; align-items: start; border-top: 1px solid var(--line) }
.panel { position: relative; min-width: 0 }
.panel + .panel { border-left: 1px solid var(--line) }
.panel .copy { position: absolute; top: .5rem; right: .6rem; background: var(--card) }
.bar { display: flex; align-items: center; gap: .6rem; padding: .45rem .75rem; font-size: .85rem }
.bar .url { flex: 1; overflow-wrap: anywhere; font-size: .8rem }
.bar .ms { color: var(--soft) }
.copy { flex: none; padding: .1rem .6rem; font-size: .78rem }
.status { padding: .05rem .45rem; border-radius: 5px; color: var(--soft); background: color-mix(in srgb, currentcolor 8%, transparent) }
.s2 { color: var(--pass) } .s4 { color: var(--waived) } .s5 { color: var(--fail) }
pre { margin: 0; padding: .6rem .75rem; font-size: .78rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere }
pre.headers { color: var(--soft) }
pre.body { max-height: 24rem; overflow-y: auto }
pre.headers + pre.body { border-top: 1px dashed var(--line) }
.block > ul { margin: 0; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: 10px }
.block > ul > li { padding: .4rem .9rem; overflow-wrap: anywhere }
.block > ul > li + li { border-top: 1px solid var(--line) }
.block li p { margin: 0 }
.effects { width: 100%; border-collapse: collapse; font-size: .9rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px }
.effects th { text-align: left; vertical-align: top; font-weight: 600; padding: .35rem .9rem; white-space: nowrap }
.effects td { padding: .35rem .9rem; overflow-wrap: anywhere }
.effects tr + tr > * { border-top: 1px solid var(--line) }
.links { display: flex; flex-wrap: wrap; gap: .1rem .75rem; font-size: .82rem }
.answer li { font-size: .85rem; color: var(--soft) }
.answer li .id { color: var(--ink) }
.time { display: grid; grid-template-columns: 11rem 1fr 11rem; gap: .75rem; align-items: center; font-size: .85rem }
.time .facts { text-align: right; font-variant-numeric: tabular-nums }
meter { width: 100%; height: .55rem; border: 0; background: none }
meter::-webkit-meter-bar { height: .55rem; border: 0; border-radius: 9px; background: var(--line) }
meter::-webkit-meter-optimum-value { border-radius: 9px; background: var(--link) }
meter::-moz-meter-bar { background: var(--link) }
.empty { color: var(--soft) }
@media (max-width: 46rem) {
  main { padding: 1.75rem 1rem 4rem }
  .matrix { grid-template-columns: 1fr; padding: 1rem }
  .row { grid-template-columns: 8.5rem 1fr }
  .failures li { grid-template-columns: auto 1fr }
  .failures li span:last-child { grid-column: 2 }
  .filters { margin-inline: -1rem; padding-inline: 1rem }
  .clauses, .clause { scroll-margin-top: 9rem }
  .clause > summary { grid-template-columns: auto 1fr }
  summary .says { grid-column: 2; font-size: .85rem }
  details[open] > summary .says { display: none }
  .answer > summary { grid-template-columns: 1fr }
  .inside { padding-left: .9rem }
  dl { grid-template-columns: 1fr; gap: 0 }
  dd { margin-bottom: .5rem }
  .panels { grid-template-columns: 1fr }
  .steps { padding-left: 1.25rem }
  .race li { grid-template-columns: auto 1fr auto auto }
  .race .track { grid-row: 2; grid-column: 2 / -1 }
  .panel + .panel { border-left: 0; border-top: 1px solid var(--line) }
  .block { scroll-margin-top: 9rem }
  .time { grid-template-columns: 8rem 1fr }
  .time .facts { grid-column: 2; text-align: left }
}
@media print {
  .filters { display: none }
  body { background: none }
}
`
