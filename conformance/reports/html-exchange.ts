import { escaped } from '../../schemas/printing/escape.ts'
import { duration } from '../../schemas/printing/plain-text.ts'
import type { ReportCounterexample, ReportExchange } from '../../schemas/types.ts'
import { told } from './story.ts'

/** A counterexample: what was found, and its exchanges. */
export function counterexampleBlock(found: ReportCounterexample): string {
  const { exchanges, curl } = found
  const rows = told(found).map(([name, text]) => `<dt>${capitalised(name)}</dt><dd>${escaped(text)}</dd>`)
  return `<dl>${rows.join('')}</dl>
${exchanges.map((exchange, index) => exchangePanels(exchange, curl[index])).join('\n')}`
}

const capitalised = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

/** A request and its answer beside each other. */
export function exchangePanels({ request, response }: ReportExchange, curl?: string): string {
  const copy =
    curl === undefined
      ? ''
      : `<button type="button" class="copy" data-copy="${escaped(curl)}">Copy curl</button>`
  return `<div class="exchange">
<div class="panel"><div class="bar"><b>${escaped(request.method)}</b><span class="url">${escaped(request.url)}</span>${copy}</div>
${headersBlock(request.headers)}${bodyBlock(request.body ?? '')}</div>
<div class="panel"><div class="bar"><b class="status s${String(response.status)[0]}">${response.status}</b><span class="ms">${duration(response.ms)}</span></div>
${headersBlock(response.headers)}${bodyBlock(response.body)}</div>
</div>`
}

function headersBlock(headers: Record<string, string>): string {
  const rows = Object.entries(headers).map(
    ([name, value]) => `<span>${escaped(name)}:</span> ${escaped(value)}`,
  )
  return rows.length === 0 ? '' : `<pre class="headers">${rows.join('\n')}</pre>`
}

const bodyBlock = (body: string) => (body === '' ? '' : `<pre class="body">${escaped(indented(body))}</pre>`)

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
