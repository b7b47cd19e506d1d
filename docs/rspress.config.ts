import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type SidebarGroup, type SidebarItem } from '@rspress/core'

/** The documentation site, built by `npm run docs` into `site/`. */

const DOCS = import.meta.dirname
const SECTIONS = {
  start: 'Start',
  'how-to': 'How-to',
  reference: 'Reference',
  explanation: 'Explanation',
  contribute: 'Contributing',
  decisions: 'Decisions',
}
/** Pages that a reader meets in this order. Other pages follow by file name. */
const ORDER = ['five-minutes', 'first-test', 'verify-a-deployment', 'rehearse-a-client', 'qa-states']

const isPage = (name: string) => name.endsWith('.md') && name !== 'index.md'
const rank = (name: string) =>
  (ORDER.indexOf(name.replace('.md', '')) + ORDER.length + 1) % (ORDER.length + 1)

const titleOf = (page: string) =>
  /^# (.+)/m.exec(readFileSync(join(DOCS, page), 'utf8'))?.[1]?.replaceAll('`', '') ?? page

const itemOf = (page: string): SidebarItem => ({
  text: titleOf(page),
  link: `/${page.replace(/(index)?\.md$/, '')}`,
})

/** The pages of a folder, the folders in it first. Built from the files, so that the sidebar has every page. */
function groupOf(folder: string, text: string): SidebarGroup {
  const entries = readdirSync(join(DOCS, folder), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const pages = entries.map(({ name }) => name).filter(isPage)
  const index = existsSync(join(DOCS, folder, 'index.md')) && { link: `/${folder}/` }
  return {
    text,
    ...index,
    collapsible: true,
    collapsed: true,
    items: [
      ...folders.toSorted().map((name) => groupOf(`${folder}/${name}`, capitalised(name))),
      ...pages
        .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other))
        .map((name) => itemOf(`${folder}/${name}`)),
    ],
  }
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

/** The address of the first page of a group. */
const firstOf = ({ link, items }: SidebarGroup): string => {
  const [first] = items
  if (link !== undefined || !first) return link ?? '/'
  return 'items' in first ? firstOf(first) : 'link' in first ? (first.link ?? '/') : '/'
}

interface Element {
  tagName?: string
  properties?: Record<string, unknown>
  children?: Element[]
}

/** Makes wide tables focusable, so that the keyboard can scroll them. */
function focusTables({ tagName, properties, children }: Element): void {
  if (tagName === 'table' && properties) properties['tabIndex'] = 0
  children?.forEach(focusTables)
}

const groups = Object.entries(SECTIONS)
  .filter(([folder]) => existsSync(join(DOCS, folder)))
  .map(([folder, text]) => ({ folder, group: groupOf(folder, text) }))
const glossary = existsSync(join(DOCS, 'glossary.md')) ? [itemOf('glossary.md')] : []

export default defineConfig({
  root: DOCS,
  outDir: join(DOCS, '../site'),
  // GitHub Pages serves a project below its name; the workflow passes this path.
  base: process.env['DOCS_BASE'] ?? '/',
  title: 'invoicing-kit',
  description: 'A mock server and a conformance suite for the Invoicing Service External API 1.0.0',
  icon: '/icon.svg',
  llms: true,
  route: { extensions: ['.md', '.mdx'] },
  globalStyles: join(DOCS, 'theme/site.css'),
  themeDir: join(DOCS, 'theme'),
  markdown: {
    link: { checkDeadLinks: true, checkAnchors: true },
    rehypePlugins: [() => focusTables],
    // Without a limit: on a busy machine Shiki would leave lines without colours.
    shiki: { tokenizeTimeLimit: 0 },
  },
  themeConfig: {
    llmsUI: { viewOptions: false },
    nav: [
      ...groups.map(({ folder, group }) => ({
        text: group.text,
        link: firstOf(group),
        activeMatch: `^/${folder}/`,
      })),
      ...glossary,
    ],
    sidebar: { '/': [...groups.map(({ group }) => group), ...glossary] },
  },
})
