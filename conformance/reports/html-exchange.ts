import { escaped } from '../../schemas/printing/escape.ts'
import { duration } from '../../schemas/printing/plain-text.ts'
import type { ReportCounterexample, ReportExchange } from '../../schemas/types.ts'
import { commandOf, type Aimed } from './again.ts'
import { shownOnce, type Once } from './shown-once.ts'
import { told } from './story.ts'
import { timeLine, type Span } from './time-line.ts'

/** A counterexample: what was found, what judges it again, and its exchanges, equal ones once. */
export function counterexampleBlock(clause: string, found: ReportCounterexample, aimed: Aimed): string {
  const rows = told(found)
    .filter(([name]) => name !== 'steps')
    .map(([name, text]) => `<dt>${capitalised(name)}</dt><dd>${toldBlock(text)}</dd>`)
  return `<dl>${rows.join('')}<dt>Replay</dt><dd>${replay(commandOf(clause, aimed, found.seed))}</dd></dl>
${race(timeLine(found, aimed.target))}${found.steps ? stepList(found) : exchangeList(shownOnce(found))}`
}

/** What a sequence did, each step with the exchanges of it that are shown. */
function stepList(found: ReportCounterexample): string {
  const all = shownOnce(found)
  const items = found.steps?.map(({ does }, at) => {
    const own = all.filter(({ step }) => step === at)
    return `<li><code>${escaped(does)}</code>${exchangeList(own, all.at(-1))}</li>`
  })
  return `<ol class="steps">${items?.join('')}</ol>`
}

/** Exchanges, the last of a counterexample open. */
const exchangeList = (all: readonly Once[], last = all.at(-1)) =>
  all.map((one) => exchangeDetails({ ...one, isOpen: one === last })).join('\n')

/** Requests that were under way at once, each a bar as long as it took. */
function race(spans: readonly Span[]): string {
  if (spans.length === 0) return ''
  const end = Math.max(...spans.map(({ to }) => to))
  const share = (ms: number) => `${((100 * ms) / end).toFixed(2)}%`
  const rows = spans.map(
    ({ number, label, from, to, status }) =>
      `<li><span class="number">${number}</span><code>${escaped(label)}</code><span class="track"><span class="span" style="left:${share(from)};width:${share(to - from)}"></span></span><span class="ms">${Math.round(from)} to ${Math.round(to)} ms</span><b class="status s${String(status)[0]}">${status}</b></li>`,
  )
  return `<figure class="race"><figcaption>Sent at once, and when each was answered</figcaption><ol>${rows.join('')}</ol></figure>`
}

/** What is told; an excerpt as code, in which the line that deviates is marked. */
function toldBlock(text: string): string {
  if (!text.includes('\n→')) return escaped(text)
  const rows = text
    .split('\n')
    .map((line) => (line.startsWith('→') ? `<mark>${escaped(line)}</mark>` : escaped(line)))
  return `<code>${rows.join('\n')}</code>`
}

const replay = (command: string) => `<code>${escaped(command)}</code> ${copyButton(command, 'Copy')}`

const copyButton = (text: string, label: string) =>
  `<button type="button" class="copy" data-copy="${escaped(text)}">${label}</button>`

const capitalised = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

interface Shown extends Partial<Once> {
  exchange: ReportExchange
  isOpen?: boolean
}

/** A request and its answer, folded to a line. */
export function exchangeDetails({ exchange, number, curl, places = [], isOpen = false }: Shown): string {
  const { request, response } = exchange
  const count = number === undefined ? '' : `<span class="number">${number}</span>`
  const often = places.length < 2 ? '' : ` <span class="ms">${places.length} times</span>`
  return `<details class="exchange"${isOpen ? ' open' : ''}>
<summary class="bar">${count}<b>${escaped(request.method)}</b><span class="url">${escaped(request.url)}</span><b class="status s${String(response.status)[0]}">${response.status}</b><span class="ms">${duration(response.ms)}</span>${often}</summary>
<div class="panels">
<div class="panel">${curl === undefined ? '' : copyButton(curl, 'Copy curl')}${headersBlock(request.headers)}${bodyBlock(request.body ?? '')}</div>
<div class="panel">${headersBlock(response.headers)}${bodyBlock(response.body)}</div>
</div>
</details>`
}

function headersBlock(headers: Record<string, string>): string {
  const rows = Object.entries(headers).map(
    ([name, value]) => `<span>${escaped(name)}:</span> ${escaped(value)}`,
  )
  return rows.length === 0 ? '' : `<pre class="headers">${rows.join('\n')}</pre>`
}

const bodyBlock = (body: string) =>
  body === '' ? '' : `<pre class="body" tabindex="0">${escaped(indented(body))}</pre>`

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
