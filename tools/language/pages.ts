import { findingsInChangelog } from './changelog.ts'
import type { Finding } from './finding.ts'
import { passagesOfMarkdown } from './markdown.ts'
import { findingsIn } from './rules.ts'

/** Findings in a page of Markdown. */
export function findingsInPage(file: string, text: string): Finding[] {
  const prose = passagesOfMarkdown(file, text).flatMap(findingsIn)
  const changelog = /(?:^|\/)CHANGELOG\.md$/.test(file) ? findingsInChangelog(file, text) : []
  return [...changelog, ...prose].toSorted((one, other) => one.line - other.line)
}
