/** What the page's scripts call the packages, and where those lie: the text of an import map. */
export function importMap(libraries: readonly string[], base: string): string {
  const folders = libraries.map((name) => [`${name}/`, `${base}/lib/${name}/`])
  const imports = { ...MAIN_FILES(base), ...Object.fromEntries(folders) }
  return JSON.stringify({ imports })
}

const MAIN_FILES = (base: string) => ({
  lit: `${base}/lib/lit/index.js`,
  'lit-html': `${base}/lib/lit-html/lit-html.js`,
  '@lit/reactive-element': `${base}/lib/@lit/reactive-element/reactive-element.js`,
})

/**
 * The document of the console, which holds nothing but its application.
 * @param base path at which the console lies
 * @param map text of the import map
 */
export const consoleHtml = (base: string, map: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Invoicing mock</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${base}/console.css">
    <script type="importmap">${map}</script>
    <script type="module" src="${base}/main.js"></script>
  </head>
  <body>
    <mock-console></mock-console>
    <noscript>The console needs JavaScript; the admin API below it does not.</noscript>
  </body>
</html>
`
