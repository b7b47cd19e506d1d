import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { proseOf, ROOT } from './pages.ts'

/** Addresses of a page's links and pictures that point into the repository. */
const linksOn = (page: string): string[] =>
  [
    ...proseOf(page)
      .replaceAll(/`[^`]*`/g, '')
      .matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)|\b(?:src|href)="([^"]+)"/g),
  ]
    .map(([, inMarkdown, inHtml]) => inMarkdown ?? inHtml ?? '')
    .filter((address) => !/^(\w+:|\/)/.test(address))

/** Fragment of a heading, as repository browsers and Rspress form it. */
const fragmentOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Fragments that a page has: those of its headings, and explicit ones. */
function fragmentsOf(page: string): Set<string> {
  const prose = proseOf(page)
  const headings = [...prose.matchAll(/^#+ (.+?)(?: \\?\{#([\w.-]+)\})?$/gm)]
  const ids = [...prose.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id)
  return new Set([...headings.map(([, text = '', id]) => id ?? fragmentOf(text)), ...ids])
}

/** Links of a page that lead to no file, or to no heading of it. */
export const deadLinksOn = (page: string): string[] =>
  linksOn(page).filter((address) => {
    const [path = '', fragment] = address.split('#')
    const target = path === '' ? page : join(dirname(page), decodeURI(path))
    if (!existsSync(join(ROOT, target))) return true
    return fragment !== undefined && target.endsWith('.md') && !fragmentsOf(target).has(fragment)
  })

/** Files of the repository that a page links to, from the root. */
export const linkedFilesOf = (page: string): string[] =>
  linksOn(page)
    .map((address) => address.replace(/#.*/, ''))
    .filter((path) => path !== '')
    .map((path) => join(dirname(page), path))
