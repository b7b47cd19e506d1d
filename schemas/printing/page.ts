import { createHash } from 'node:crypto'
import { escaped } from './escape.ts'

/** A page of HTML that needs nothing else. */
export interface Page {
  title: string
  /** What is styled beyond `PAGE_STYLE`. */
  style: string
  /** The one script that may run. */
  script: string
  /** What stands in `<main>`; every text in it is escaped already. */
  main: string
}

/** The page; its policy lets it load nothing and run no script but its own. */
export function page({ title, style, script, main }: Page): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${PAGE_STYLE}${style}</style>
</head>
<body>
<main>
${main}
</main>
<script>${script}</script>
</body>
</html>
`
}

/** A script as a policy names it that lets no other run. */
export const hashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** What pages look like: calm, readable on a phone, light and dark by the reader's own setting. */
const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f7f7f5, #16171a);
  --card: light-dark(#ffffff, #1e2024);
  --sunk: light-dark(#f3f3f0, #191a1e);
  --line: light-dark(#e4e3de, #303339);
  --ink: light-dark(#23252a, #e4e5e8);
  --soft: light-dark(#6a6d75, #9a9ea8);
  --link: light-dark(#2b5fb8, #8ab4f8);
  --pass: light-dark(#17683f, #57b384);
  --fail: light-dark(#c8372d, #f0776c);
  --error: light-dark(#8a3fb0, #c58be6);
  --waived: light-dark(#7d5500, #dcb04f);
  --open: light-dark(#b9bbc1, #545862);
  font: 15px/1.55 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif;
}
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; background: var(--page); color: var(--ink) }
main { max-width: 70rem; margin: 0 auto; padding: 3rem 1.25rem 5rem }
a { color: var(--link); text-decoration: none }
a:hover { text-decoration: underline }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
h1 { display: flex; align-items: center; gap: .75rem; margin: .25rem 0 .35rem; font-size: clamp(1.6rem, 4.5vw, 2.3rem); line-height: 1.2; letter-spacing: -.02em }
h2 { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; margin: 0 0 .75rem; font-size: 1.05rem }
h2 small { color: var(--soft); font-size: .8rem; font-weight: 400 }
h2 .count { margin-left: auto }
code, pre, .id, .target, .url { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
.eyebrow, .facts, .stopped { margin: 0; color: var(--soft); font-size: .85rem }
.target { margin: 0 0 .35rem; overflow-wrap: anywhere }
.facts span + span::before { content: ' · '; white-space: pre }
.stopped { margin-top: .5rem; color: var(--waived) }
.sign { display: inline-grid; place-items: center; flex: none; width: 1.35em; height: 1.35em; border-radius: 50%; font-size: .8rem; font-weight: 700; line-height: 1; background: color-mix(in srgb, var(--tone) 16%, transparent); color: var(--tone) }
h1 .sign { font-size: .8em }
.pass { --tone: var(--pass) } .fail { --tone: var(--fail) } .error { --tone: var(--error) }
.waived { --tone: var(--waived) } .not_exercised, .skipped { --tone: var(--soft) }
section { margin-top: 2rem }
`
