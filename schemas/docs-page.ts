import { basename } from 'node:path'
import { DOCS_STYLE } from './docs-page-style.ts'
import { hashOf } from './printing/page.ts'
import { vendoredFile } from './vendored-file.ts'

/** The modules of the files that the documentation page needs. */
export const DOCS_MODULES = ['swagger-ui-dist/swagger-ui.css', 'swagger-ui-dist/swagger-ui-bundle.js']

/** Those files by name, with the paths they are read from. */
export const DOCS_ASSETS: Readonly<Record<string, string>> = Object.fromEntries(
  DOCS_MODULES.map((module) => [basename(module), vendoredFile(module)]),
)

/**
 * The documentation page of an OpenAPI document, as HTML. Its policy lets the browser load nothing from elsewhere
 * and call nobody but the origin that served it. Where the document is answered 401 the page asks for a token, which it
 * shows then, to try operations too, and keeps nowhere else.
 * @param openapiUrl address of the document, seen from the page
 * @param assetsUrl address under which `DOCS_ASSETS` are served
 */
export function docsPage(openapiUrl: string, assetsUrl = '/docs'): string {
  const options = inScript({
    dom_id: '#docs',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    validatorUrl: null,
  })
  const script = `const door = document.querySelector('form')
async function open(token) {
  const headers = token ? { authorization: 'Bearer ' + token } : {}
  const answer = await fetch(${inScript(openapiUrl)}, { headers })
  const spec = await answer.json()
  door.hidden = answer.ok
  if (!answer.ok) return void (door.querySelector('p').textContent = spec.error)
  document.title = spec.info.title
  const ui = SwaggerUIBundle({ ...${options}, spec, onComplete: () => {
    for (const [name, scheme] of Object.entries(spec.components?.securitySchemes ?? {})) {
      const key = scheme['x-living-key'] ?? (scheme.scheme === 'bearer' && token)
      if (key) ui.preauthorizeApiKey(name, key)
    }
  } })
}
door.addEventListener('submit', (event) => {
  event.preventDefault()
  open(door.elements.token.value)
})
open('')${MENDING}`
  const linkTo = ([path, name]: readonly [string, string]) => `<a href="${assetsUrl}${path}">${name}</a>`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy(script)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Invoicing Service External API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${assetsUrl}/swagger-ui.css">
    <meta name="color-scheme" content="light dark">
    <style>${DOCS_STYLE}</style>
  </head>
  <body>
    <header>
      <strong>Invoicing mock</strong>
      <nav aria-label="Pages">${PAGES.map(linkTo).join('')}</nav>
    </header>
    <form hidden>
      <h1>Invoicing mock</h1>
      <p role="status"></p>
      <label>Admin token <input name="token" type="password" autocomplete="off" required></label>
      <button>Open</button>
    </form>
    <div id="docs"></div>
    <script src="${assetsUrl}/swagger-ui-bundle.js"></script>
    <script>${script}</script>
  </body>
</html>
`
}

/**
 * Marks the look for Swagger UI, and gives its fields the labels that it lacks, whenever it draws.
 */
const MENDING = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const look = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', look)
look()
function mend() {
  for (const field of document.querySelectorAll('#docs :is(input, select, textarea):not([aria-label])')) {
    const labelled = [...field.labels].some((label) => label.innerText.replace(field.innerText, '').trim())
    const name = field.closest('[data-param-name]')?.dataset.paramName ?? (field.id === 'servers' ? 'Server' : undefined)
    if (name || !labelled) field.setAttribute('aria-label', name ?? (field.closest('.opblock-section-request-body') ? 'Request body' : 'Value'))
  }
  // A link inside a button is unreachable. The button itself leads to the operation.
  for (const link of document.querySelectorAll('#docs button a[href]')) link.removeAttribute('href')
  for (const box of document.querySelectorAll('#docs :is(pre, table):not([tabindex])')) box.tabIndex = 0
}
for (const link of document.querySelectorAll('nav a'))
  if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page')
new MutationObserver(mend).observe(document.querySelector('#docs'), { childList: true, subtree: true })
`

const PAGES = [
  ['', 'API'],
  ['/admin', 'Admin API'],
  ['/../__admin/console', 'Console'],
] as const

/** JSON that can stand in a script element, whatever texts it holds. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const policy = (script: string) =>
  [
    `default-src 'none'`,
    `connect-src 'self'`,
    `script-src 'self' ${hashOf(script)}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
  ].join('; ')
