import { basename } from 'node:path'
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
open('')`
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
    <style>${STYLE}</style>
  </head>
  <body>
    <form hidden>
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

/** On a phone long words and tables keep to its width; in the dark the page is turned round, its hues kept. */
const STYLE = `
form { max-width: 30rem; margin: 15vh auto; padding: 0 1.25rem; font: 16px/1.5 system-ui, sans-serif }
form :is(input, button) { font: inherit; padding: .3rem .6rem }
.swagger-ui .markdown td { padding-right: 1em }
.swagger-ui summary { cursor: pointer }
.swagger-ui .wrapper, .swagger-ui .info, .swagger-ui .opblock { min-width: 0 }
.swagger-ui :is(.opblock-description, .info, .renderedMarkdown, .opblock-summary-path, td) { overflow-wrap: anywhere }
@media (max-width: 760px) {
  .swagger-ui .wrapper { padding: 0 10px }
  .swagger-ui .info { margin: 20px 0 }
  .swagger-ui table, .swagger-ui .renderedMarkdown table { display: block; max-width: 100%; overflow-x: auto }
  .swagger-ui :is(input, select, textarea) { max-width: 100%; min-width: 0 }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap }
  .swagger-ui .opblock-body pre { max-width: calc(100vw - 60px) }
}
@media (prefers-color-scheme: dark) {
  html { background: #fff; filter: invert(.9) hue-rotate(180deg) }
  .swagger-ui :is(.highlight-code, pre) { filter: invert(1) hue-rotate(180deg) }
  .swagger-ui pre pre { filter: none }
}
`

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
