import { escaped } from '../../schemas/printing/escape.ts'
import { page } from '../../schemas/printing/page.ts'
import { duration, plural } from '../../schemas/printing/plain-text.ts'
import { keysOf } from '../../schemas/tables.ts'
import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { areasOf, type Area } from './areas.ts'
import { byReason, countOf, exitCode, finding, mistakesInWords, type Outcome } from './conclusion.ts'
import { effectsBlock } from './html-effects.ts'
import { foldedBlock } from './html-block.ts'
import { dialect } from './html-dialect.ts'
import type { Aimed } from './again.ts'
import { counterexampleBlock } from './html-exchange.ts'
import { byOperation, failures } from './html-failures.ts'
import { clauseLink, LOOKS } from './html-looks.ts'
import { SCRIPT } from './html-script.ts'
import { STYLE } from './html-style.ts'

const OUTCOMES = keysOf(LOOKS)

/** The report as one page that needs nothing else: every text in it is escaped, and only its own script may run. */
export function htmlReport(report: ConformanceReport): string {
  const areas = areasOf(report)
  const main = `${header(report)}
${areas.length === 0 ? '' : judged(report, areas)}
${list('Mistakes of the target', 'mistakes', mistakesInWords(report))}
${list('Notes', 'notes', report.notes)}
${effectsBlock(report)}
${leftBehind(report)}`
  const title = `${conclusionOf(report).words} · ${report.target}`
  return page({ title, style: STYLE, script: SCRIPT, main })
}

function judged(report: ConformanceReport, areas: readonly Area[]): string {
  return `${matrix(areas)}
${failures(report)}
${byOperation(report)}
${filters(report)}
${areas.map((area) => areaSection(area, report)).join('\n')}
<p class="empty" hidden>No clause matches.</p>
${openReasons(report)}
${dialect(report)}
${timings(areas)}`
}

function conclusionOf(report: ConformanceReport): { kind: Outcome; words: string } {
  const code = exitCode(report)
  const words = code === 2 ? 'no judgement' : finding(report)
  return { kind: KINDS[code], words: `${words[0]?.toUpperCase()}${words.slice(1)}` }
}

const KINDS = { 0: 'pass', 1: 'fail', 2: 'error' } as const

function header(report: ConformanceReport): string {
  const { kind, words } = conclusionOf(report)
  const facts = [
    `${report.started_at.slice(0, 16).replace('T', ' ')} UTC`,
    duration(report.duration_ms),
    plural(report.requests, 'request'),
    `seed ${report.seed}`,
    `run ${report.run}`,
    `version ${report.version}`,
    ...selectionWords(report.selection),
    ...(report.shard === null ? [] : [`shard ${report.shard}`]),
  ]
  const stopped =
    report.stopped === undefined
      ? ''
      : `<p class="stopped">The run ended early: ${escaped(report.stopped)}.</p>`
  return `<header>
<p class="eyebrow">Invoicing Service External API 1.0.0 · conformance</p>
<h1><span class="sign ${kind}">${LOOKS[kind].sign}</span> ${escaped(words)}</h1>
<p class="target">${escaped(report.target)}</p>
${countsLine(report)}
${kind === 'error' ? `<p class="stopped">${escaped(report.reason ?? '')}</p>` : ''}
<p class="facts">${facts.map((fact) => `<span>${escaped(fact)}</span>`).join('')}</p>
${stopped}</header>`
}

function selectionWords(selection: readonly string[]): string[] {
  if (selection.length === 0) return []
  return [`only ${selection.length > FEW ? plural(selection.length, 'clause') : selection.join(', ')}`]
}

/** So many names of what was to be judged are told. */
const FEW = 8

function countsLine({ verdicts }: ConformanceReport): string {
  const counts = OUTCOMES.filter((outcome) => countOf(verdicts, outcome) > 0).map(
    (outcome) =>
      `<span class="${outcome}"><b>${countOf(verdicts, outcome)}</b> ${LOOKS[outcome].words}</span>`,
  )
  return counts.length === 0 ? '' : `<p class="counts">${counts.join('')}</p>`
}

function matrix(areas: readonly Area[]): string {
  const rows = areas.map(({ id, title, verdicts }) => {
    const cells = verdicts.map(
      ({ clause, verdict }) =>
        `<a class="cell ${verdict}" href="#${escaped(clause)}" title="${escaped(`${clause}: ${LOOKS[verdict].words}`)}" aria-label="${escaped(`${clause} ${LOOKS[verdict].words}`)}"></a>`,
    )
    return `<div class="row"><a class="area" href="#area-${escaped(id)}">${escaped(title)}</a><span class="cells">${cells.join('')}</span></div>`
  })
  return `<section class="matrix" aria-label="All clauses by area">${rows.join('')}</section>`
}

function filters({ verdicts }: ConformanceReport): string {
  const buttons = OUTCOMES.filter((outcome) => countOf(verdicts, outcome) > 0).map(
    (outcome) =>
      `<button type="button" class="filter ${outcome}" data-verdict="${outcome}" aria-pressed="false"><b>${countOf(verdicts, outcome)}</b> ${LOOKS[outcome].words}</button>`,
  )
  return `<nav class="filters" aria-label="Filter clauses"><input type="search" placeholder="Filter clauses" aria-label="Filter clauses by words, URLs and statuses">${buttons.join('')}<span class="links"><a href="#dialect">Dialect</a> <a href="#timings">Timings</a></span></nav>`
}

function areaSection({ id, title, sections, verdicts }: Area, aimed: Aimed): string {
  const passed = `${countOf(verdicts, 'pass')} of ${verdicts.length} passed`
  const isOpen = verdicts.some(({ verdict }) => verdict === 'fail' || verdict === 'error')
  return `<section class="clauses" id="area-${escaped(id)}"><details class="area"${isOpen ? ' open' : ''}>
<summary><h2>${escaped(title)} <small>${sections.map((section) => `§${escaped(section)}`).join(' ')}</small><small class="count">${passed}</small></h2></summary>
${verdicts.map((verdict) => clauseDetails(verdict, aimed)).join('\n')}
</details></section>`
}

function clauseDetails(verdict: ReportVerdict, aimed: Aimed): string {
  const { clause, says, counterexample, reason, left_out = [] } = verdict
  const outcome = verdict.verdict
  const should = verdict.level === 'should' ? '<span class="tag">should</span>' : ''
  const facts = `§${verdict.section.join(' §')} · ${plural(verdict.requests, 'request')} · ${duration(verdict.ms)}`
  return `<details class="clause" id="${escaped(clause)}" data-verdict="${outcome}">
<summary><span class="sign ${outcome}" title="${LOOKS[outcome].words}">${LOOKS[outcome].sign}</span><span class="id">${escaped(clause)}${should}</span><span class="says">${escaped(says)}</span></summary>
<div class="inside">
<p class="sentence">${escaped(says)}</p>
${reason === undefined ? '' : `<p class="reason">${escaped(reason)}</p>`}
${sameCause(verdict)}
${counterexample ? counterexampleBlock(clause, counterexample, aimed) : ''}
${left_out.length === 0 ? '' : `<p class="reason">Not judged on: ${left_out.map(escaped).join(', ')}</p>`}
<p class="facts">${escaped(facts)}</p>
</div>
</details>`
}

const sameCause = ({ caused_by }: ReportVerdict): string =>
  caused_by === undefined ? '' : `<p class="reason">Fails by the same cause as ${clauseLink(caused_by)}.</p>`

function openReasons({ verdicts }: ConformanceReport): string {
  const open = verdicts.filter(({ verdict }) => verdict === 'skipped' || verdict === 'not_exercised')
  const items = byReason(open).map(([reason, clauses]) => {
    const links = clauses.map((clause) => `<a href="#${escaped(clause)}">${escaped(clause)}</a>`)
    return `<li><p>${escaped(reason)}</p><p class="links">${links.join(' ')}</p></li>`
  })
  return items.length === 0
    ? ''
    : `<section class="block" id="open"><h2>Not judged, and why</h2><ul>${items.join('')}</ul></section>`
}

function timings(areas: readonly Area[]): string {
  const rows = areas.map(({ title, verdicts }) => ({
    title,
    ms: verdicts.reduce((sum, { ms }) => sum + ms, 0),
    requests: verdicts.reduce((sum, { requests }) => sum + requests, 0),
  }))
  const longest = Math.max(1, ...rows.map(({ ms }) => ms))
  const shown = rows
    .filter(({ requests }) => requests > 0)
    .map(
      ({ title, ms, requests }) =>
        `<div class="time"><span>${escaped(title)}</span><meter min="0" max="${longest}" value="${ms}">${duration(ms)}</meter><span class="facts">${duration(ms)} · ${plural(requests, 'request')}</span></div>`,
    )
  return foldedBlock({
    id: 'timings',
    title: 'Timings',
    about: 'a check of several clauses counts for each of them',
    content: shown.join(''),
  })
}

function leftBehind({ left_behind }: ConformanceReport): string {
  if (left_behind.length === 0) return ''
  return foldedBlock({
    id: 'left',
    title: 'Left behind on the server',
    about: plural(left_behind.length, 'record'),
    content: items(left_behind),
  })
}

function list(title: string, id: string, texts: readonly string[]): string {
  return texts.length === 0
    ? ''
    : `<section class="block" id="${id}"><h2>${title}</h2>${items(texts)}</section>`
}

const items = (texts: readonly string[]) =>
  `<ul>${texts.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`
