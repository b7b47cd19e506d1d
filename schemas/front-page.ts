import { escaped } from './printing/escape.ts'
import { page } from './printing/page.ts'

/** The addresses of what a mock serves. */
interface Places {
  api: string
  docs: string
  openapi: string
  console: string
  admin: string
}

/** Where a browser that comes to a mock can go, as HTML. */
export function frontPage({ api, docs, openapi, console, admin }: Places): string {
  const ways = [
    [
      console,
      'Console',
      'what arrives, and why it is answered so; invoices, orders, emails; clock, faults and state',
    ],
    [docs, 'Documentation', 'every operation of the API, to be tried as it stands'],
    [`${docs}/admin`, 'Admin API', `what steers this mock, at ${admin}`],
    [openapi, 'OpenAPI document', 'the API as this mock answers it'],
  ] as const
  const main = `<p class="eyebrow">A mock of the Invoicing Service External API 1.0.0</p>
<h1>Invoicing mock</h1>
<p class="target">${escaped(api)}</p>
<ul>${ways.map(wayTo).join('')}</ul>`
  return page({ title: 'Invoicing mock', style: STYLE, script: '', main })
}

const wayTo = ([address, name, says]: readonly [string, string, string]): string =>
  `<li><a href="${escaped(address)}">${name}</a><span>${escaped(says)}</span></li>`

const STYLE = `
ul { list-style: none; padding: 0; margin: 2rem 0 }
li { display: grid; gap: .1rem; padding: .9rem 1rem; margin-top: .6rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
li a { font-weight: 600 }
li span { color: var(--soft); overflow-wrap: anywhere }
`
