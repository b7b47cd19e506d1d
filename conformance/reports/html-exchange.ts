import { escaped } from '../../schemas/printing/escape.ts'
import { duration } from '../../schemas/printing/plain-text.ts'
import type { ReportCounterexample, ReportExchange } from '../../schemas/types.ts'
import { told } from './story.ts'

/** A counterexample: what was found, what judges it again, and its exchanges, equal ones once. */
export function counterexampleBlock(clause: string, found: ReportCounterexample): string {
  const rows = told(found).map(([name, text]) => `<dt>${capitalised(name)}</dt><dd>${toldBlock(text)}</dd>`)
  return `<dl>${rows.join('')}<dt>Replay</dt><dd>${replay(clause, found.seed)}</dd></dl>
${shownOnce(found)
  .map(({ exchange, curl, times }, at, all) =>
    exchangeDetails(exchange, { curl, times, isOpen: at === all.length - 1 }),
  )
  .join('\n')}`
}

/** What is told; an excerpt as code, in which the line that deviates is marked. */
function toldBlock(text: string): string {
  if (!text.includes('\n→')) return escaped(text)
  const rows = text
    .split('\n')
    .map((line) => (line.startsWith('→') ? `<mark>${escaped(line)}</mark>` : escaped(line)))
  return `<code>${rows.join('\n')}</code>`
}

function replay(clause: string, seed: number): string {
  const command = `npx invoicing-kit conformance run ${clause} --seed ${seed} --target target.json`
  return `<code>${escaped(command)}</code> ${copyButton(command, 'Copy')}`
}

const copyButton = (text: string, label: string) =>
  `<button type="button" class="copy" data-copy="${escaped(text)}">${label}</button>`

interface Once {
  exchange: ReportExchange
  curl: string | undefined
  times: number
}

/** Requests of a race are often the same, and so are their answers but for the time that they took. */
function shownOnce({ exchanges, curl }: ReportCounterexample): Once[] {
  const all = new Map<string, Once>()
  for (const [at, exchange] of exchanges.entries()) {
    const { method, url, body } = exchange.request
    const { status, body: answer } = exchange.response
    const key = JSON.stringify([method, url, body, status, answer])
    const times = (all.get(key)?.times ?? 0) + 1
    all.delete(key)
    all.set(key, { exchange, curl: curl[at], times })
  }
  return [...all.values()]
}

const capitalised = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

/** A request and its answer, folded to a line. */
export function exchangeDetails(
  exchange: ReportExchange,
  { curl, times = 1, isOpen = false }: Partial<Once> & { isOpen?: boolean } = {},
): string {
  const { request, response } = exchange
  const often = times === 1 ? '' : ` <span class="ms">${times} times</span>`
  return `<details class="exchange"${isOpen ? ' open' : ''}>
<summary class="bar"><b>${escaped(request.method)}</b><span class="url">${escaped(request.url)}</span><b class="status s${String(response.status)[0]}">${response.status}</b><span class="ms">${duration(response.ms)}</span>${often}</summary>
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
