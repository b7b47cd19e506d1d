import { escaped } from '../../../schemas/printing/escape.ts'
import { page } from '../../../schemas/printing/page.ts'
import { duration, plural } from '../../../schemas/printing/plain-text.ts'
import type { RehearsalReport, RehearsalVariation } from '../../../schemas/types.ts'
import { legendOf, lookOf, LOOKS, OUTCOMES, type Outcome } from './conclusion.ts'
import { detailsOf } from './html-details.ts'
import { SCRIPT, STYLE, TONES } from './html-style.ts'
import { untouchedInWords, violationInWords } from './in-words.ts'
import { matrixOf, type Cell } from './matrix.ts'

/** The report as one page that needs nothing else; every text in it is escaped. */
export function htmlReport(report: RehearsalReport): string {
  const parts = [
    header(report),
    matrixTable(report),
    areas(report),
    ...(['not_survived', 'not_judged', 'accepted', 'survived'] as const).map((outcome) =>
      variationsSection(report, outcome),
    ),
    list('Against the contract, in what it sends', report.violations.map(violationInWords)),
    list('Not touched', untouchedInWords(report)),
    list('Notes', report.notes),
  ]
  const main = parts.filter((part) => part !== '').join('\n')
  return page({
    title: `${report.conclusion} · ${report.command.join(' ')}`,
    style: STYLE,
    script: SCRIPT,
    main,
  })
}

const VERDICTS: Readonly<Record<RehearsalReport['exit_code'], Outcome>> = {
  0: 'survived',
  1: 'not_survived',
  2: 'not_judged',
}

function header(report: RehearsalReport): string {
  const { command, scenario, seed, version, first, started_at, duration_ms, reason, output, stopped } = report
  const outcome = VERDICTS[report.exit_code]
  const facts = [
    `${started_at.slice(0, 16).replace('T', ' ')} UTC`,
    duration(duration_ms),
    `scenario ${scenario}`,
    `seed ${seed}`,
    ...(first ? [`first run ${duration(first.ms)}, ${plural(first.requests, 'request')}`] : []),
    `version ${version}`,
  ]
  const told = [
    ...(stopped === undefined ? [] : [`It ended early: ${stopped}.`]),
    ...(reason === undefined ? [] : [reason]),
  ]
  return `<header>
<p class="eyebrow">Invoicing Service External API 1.0.0 · rehearsal</p>
<h1><span class="sign ${TONES[outcome]}">${LOOKS[outcome].sign}</span> ${escaped(report.conclusion)}</h1>
<p class="target">$ ${escaped(command.join(' '))}</p>
<p class="facts">${facts.map((fact) => `<span>${escaped(fact)}</span>`).join('')}</p>
${told.map((text) => `<p class="stopped">${escaped(text)}</p>`).join('')}
${output ? `<pre class="output">${escaped(output)}</pre>` : ''}
${scoreTiles(report)}
</header>`
}

function scoreTiles({ score }: RehearsalReport): string {
  const tiles = OUTCOMES.filter((outcome) => score[outcome] > 0).map(
    (outcome) =>
      `<li class="${TONES[outcome]}"><b>${score[outcome]}</b> ${escaped(LOOKS[outcome].words)}</li>`,
  )
  return tiles.length === 0 ? '' : `<ul class="score">${tiles.join('')}</ul>`
}

function matrixTable(report: RehearsalReport): string {
  const { columns, rows } = matrixOf(report)
  if (rows.length === 0) return ''
  const head = columns.map(({ title }) => `<th scope="col">${escaped(title)}</th>`).join('')
  const body = rows.map(
    ({ operation, cells }) =>
      `<tr><th scope="row" class="id">${escaped(operation)}</th>${cells.map((cell) => `<td>${links(cell)}</td>`).join('')}</tr>`,
  )
  return `<section><h2>Operations <small>two signs: once, always</small></h2>
<p class="legend">${escaped(legendOf(report.variations.filter(({ verdict }) => verdict !== 'not_touched')))}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Errors and faults by operation"><table><thead><tr><td></td>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div></section>`
}

function areas(report: RehearsalReport): string {
  const shown = matrixOf(report).areas
  if (shown.length === 0) return ''
  const rows = shown.map(
    ({ area, cell }) =>
      `<div class="area"><span class="id">${escaped(area)}</span><span>${links(cell)}</span></div>`,
  )
  return `<section><h2>Right answers that are otherwise <small>by what they are about</small></h2><div class="card">${rows.join('')}</div></section>`
}

const links = (cell: Cell): string =>
  cell
    .map((each) => {
      const { sign, words } = lookOf(each)
      const says = escaped(`${each.name}: ${words}`)
      return `<a class="sign ${TONES[each.verdict]}" href="#${escaped(encodeURIComponent(each.name))}" title="${says}" aria-label="${says}">${sign}</a>`
    })
    .join('')

const TITLES: Readonly<Record<RehearsalVariation['verdict'], string>> = {
  not_survived: 'Not survived',
  not_judged: 'Not judged',
  accepted: 'Accepted',
  survived: 'Survived',
  not_touched: 'Not touched',
}

function variationsSection({ variations }: RehearsalReport, outcome: Outcome): string {
  const own = variations.filter(({ verdict }) => verdict === outcome)
  if (own.length === 0) return ''
  return `<section><h2>${TITLES[outcome]} <small class="count">${own.length}</small></h2>${own.map(detailsOf).join('\n')}</section>`
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return ''
  return `<section><h2>${escaped(title)}</h2><ul class="card">${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul></section>`
}
