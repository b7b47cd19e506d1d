/**
 * Style of the documentation page: the console's colours on Swagger UI, in light and dark. On a phone, long words and
 * tables keep to its width.
 */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f6f4, #16171a);
  --card: light-dark(#ffffff, #1e2024);
  --sunk: light-dark(#f1f1ee, #191a1e);
  --line: light-dark(#dfded8, #33363d);
  --ink: light-dark(#22242a, #e5e6e9);
  --soft: light-dark(#5f626a, #a3a7b1);
  --link: light-dark(#2556ab, #8ab4f8);
  --good: light-dark(#1f7044, #6cc595);
  --warn: light-dark(#8a5a00, #e0b85a);
  --bad: light-dark(#b32d24, #f28b82);
  --odd: light-dark(#7a35a0, #cb97e8);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
}
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif }
body > header { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem 1.2rem; padding: .7rem 1rem; background: var(--card); border-bottom: 1px solid var(--line) }
body > header strong { letter-spacing: -.01em }
body > header nav { display: flex; flex-wrap: wrap; gap: 1rem; margin-left: auto }
body > header a { color: var(--soft); text-decoration: none }
body > header a:hover { text-decoration: underline }
body > header a[aria-current] { color: var(--ink); font-weight: 600 }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px }
form[hidden] { display: none }
body form { max-width: 30rem; margin: 15vh auto; padding: 0 1.25rem; font-size: 16px }
form :is(input, button) { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: .3rem .6rem }
.swagger-ui, html.dark-mode .swagger-ui, html.dark-mode { background: var(--page); color: var(--ink); font-family: inherit }
.swagger-ui :is(h2, h3, h4, h5, p, li, td, th, label, small, span, div, select, input, textarea, button, .btn, table) { font-family: inherit }
.swagger-ui :is(code, pre, pre span, .opblock-summary-method, .opblock-summary-path, .opblock-summary-path span, .parameter__type, textarea, .model, .model span) { font-family: var(--mono) }
.swagger-ui .info { margin: 1.5rem 0 }
.swagger-ui .info .title { font-size: 1.4rem }
.swagger-ui :is(p, li, td, th, label, h1, h2, h3, h4, h5, .model, .model-title, .prop-type, .parameter__name, .tab li, .opblock-tag, .opblock-summary-path, .response-col_status, .model-toggle) { color: var(--ink) !important }
.swagger-ui :is(small, .opblock-summary-description, .parameter__type, .parameter__in, .response-col_links, .opblock-tag small, .prop-format, .base-url, .parameter__deprecated, .response-control-media-type__accept-message, .opblock-tag small p) { color: var(--soft) !important }
.swagger-ui a, .swagger-ui a:is(.nostyle, .link) { color: var(--link) !important }
.swagger-ui a.nostyle, .swagger-ui a.nostyle span { color: inherit !important }
.swagger-ui :is(.parameter__name.required span, .errors, .star), .swagger-ui .parameter__name.required::after { color: var(--bad) !important }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: var(--sunk) !important; border: 1px solid var(--line); border-radius: 7px }
.swagger-ui .info .title small pre { color: var(--soft) !important; background: none !important }
.swagger-ui .scheme-container { background: var(--card) !important; box-shadow: none; border-block: 1px solid var(--line); margin: 0 0 1rem; padding: 1rem 0 }
.swagger-ui .opblock-tag { border-color: var(--line); font-size: 1.1rem }
.swagger-ui .opblock { background: var(--card) !important; border: 1px solid var(--line) !important; border-radius: 12px; box-shadow: none; --tone: var(--soft) }
.swagger-ui .opblock-get { --tone: var(--link) }
.swagger-ui .opblock-post { --tone: var(--good) }
.swagger-ui :is(.opblock-put, .opblock-patch) { --tone: var(--warn) }
.swagger-ui .opblock-delete { --tone: var(--bad) }
.swagger-ui .opblock .opblock-summary { border-color: var(--line) !important }
.swagger-ui .opblock .opblock-summary-method { background: none !important; color: var(--tone) !important; text-shadow: none; border: 1px solid; border-radius: 7px }
.swagger-ui .opblock .opblock-section-header { background: var(--sunk) !important; box-shadow: none; border-block: 1px solid var(--line) }
.swagger-ui .opblock .tab-header .tab-item.active h4 span::after { background: var(--tone) !important }
.swagger-ui :is(input, select, textarea):is(*, .invalid) { color: var(--ink) !important; background-color: var(--card) !important; border: 1px solid light-dark(#85888f, #757a85) !important; border-radius: 7px; box-shadow: none }
.swagger-ui :is(input, select, textarea):disabled { color: var(--soft) !important; background-color: var(--sunk) !important; opacity: 1 }
.swagger-ui ::placeholder { color: var(--soft) !important; opacity: 1 !important }
.swagger-ui .btn { color: var(--ink) !important; background: var(--card) !important; border: 1px solid light-dark(#85888f, #757a85) !important; border-radius: 7px; box-shadow: none; text-shadow: none }
.swagger-ui .btn:is(.execute, .authorize, .modal-btn.authorize) { color: var(--page) !important; background: var(--link) !important; border-color: var(--link) !important }
.swagger-ui .btn.authorize svg, .swagger-ui .btn.authorize svg * { fill: currentColor !important }
.swagger-ui :is(.authorization__btn, .opblock-control-arrow, .expand-operation) svg { fill: var(--soft) !important; opacity: 1 }
.swagger-ui .opblock-summary-control { min-width: 0 }
.swagger-ui .view-line-link { flex: none; width: 24px; height: 24px; margin-inline: 4px; background-color: #4c4f57 !important }
.swagger-ui .opblock-section-header sup { color: var(--bad) !important }
.swagger-ui .opblock :is(.opblock-summary, .opblock-section-header, .opblock-section) { border-color: var(--line) !important }
.swagger-ui .btn.authorize span { color: inherit }
.swagger-ui .btn.cancel { color: var(--bad) !important; border-color: var(--bad) !important }
.swagger-ui .btn[disabled] { opacity: 1; color: var(--soft) !important }
.swagger-ui :is(pre, .highlight-code > pre, .microlight):not(small pre) { background: var(--sunk) !important; color: var(--ink) !important; border: 1px solid var(--line); border-radius: 7px }
.swagger-ui pre :is(span, code) { color: var(--ink) !important; background: none !important }
.swagger-ui pre span.token.string, .swagger-ui pre .hljs-string { color: var(--good) !important }
.swagger-ui pre :is(.hljs-attr, .token.property) { color: var(--link) !important }
.swagger-ui pre :is(.hljs-number, .hljs-literal, .token.number, .token.boolean) { color: var(--odd) !important }
.swagger-ui :is(p, li, td) code { color: var(--ink) !important; background: var(--sunk) !important; border: 1px solid var(--line); font-weight: 400 }
.swagger-ui :is(.model-box, .models, section.models .model-container) { background: var(--sunk) !important; border-color: var(--line) !important }
.swagger-ui .dialog-ux .modal-ux { background: var(--card) !important; border: 1px solid var(--line); border-radius: 12px }
.swagger-ui :is(table, thead, tr, td, th, .dialog-ux .modal-ux-header, .auth-container) { border-color: var(--line) !important }
.swagger-ui .copy-to-clipboard, .swagger-ui .download-contents { background-color: #4c4f57 !important; color: #fff !important }
.swagger-ui .markdown td { padding-right: 1em }
.swagger-ui summary { cursor: pointer; color: var(--ink) }
.swagger-ui .wrapper, .swagger-ui .info, .swagger-ui .opblock { min-width: 0 }
.swagger-ui :is(.opblock-description, .info, .renderedMarkdown, .opblock-summary-path, td) { overflow-wrap: anywhere }
@media (max-width: 760px) {
  body > header nav { margin-left: 0 }
  .swagger-ui .wrapper { padding: 0 10px }
  .swagger-ui table, .swagger-ui .renderedMarkdown table { display: block; max-width: 100%; overflow-x: auto }
  .swagger-ui :is(input, select, textarea) { max-width: 100%; min-width: 0 }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap }
  .swagger-ui :is(.schemes-server-container, .servers, .servers label, .servers select) { min-width: 0; max-width: 100%; box-sizing: border-box }
  .swagger-ui .scheme-container { overflow-x: clip }
  .swagger-ui .opblock-body pre { max-width: calc(100vw - 60px) }
}
`
