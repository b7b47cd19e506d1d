import { findingsInChangelog } from './changelog.ts'
import type { Finding, Passage } from './finding.ts'
import { passagesOfMarkdown } from './markdown.ts'
import { findingsIn } from './rules.ts'
import { sentencesOf } from './sentences.ts'

/** Findings in a page of Markdown. */
export function findingsInPage(file: string, text: string): Finding[] {
  const prose = passagesOfMarkdown(file, text).flatMap(findingsIn)
  const changelog = /(?:^|\/)CHANGELOG\.md$/.test(file) ? findingsInChangelog(file, text) : []
  return [...changelog, ...prose].toSorted((one, other) => one.line - other.line)
}

/** A text as it may differ in a generated page: without code marks, case, full stop, and what a check needs. */
const flat = (text: string): string =>
  text
    .replace(/\s+\(needs [^)]*\)$/, '')
    .replaceAll('\\', '')
    .replaceAll(/[`\s]+/g, ' ')
    .trim()
    .replace(/[.:;]$/, '')
    .toLowerCase()

/** Findings in pages without sentences that are messages or names in the code: these are judged where they are written. */
export function withoutRepeated(inPages: readonly Finding[], code: readonly Passage[]): Finding[] {
  const sentences = code
    .filter(({ kind }) => kind !== 'comment')
    .flatMap(({ text }) => [text, ...sentencesOf(text).map((sentence) => sentence.text)])
    .map(flat)
  const written = new Set(sentences)
  const patterns = sentences
    .filter((text) => text.includes('…') && text.replaceAll('…', '').trim().split(' ').length > 1)
    .map(
      (text) =>
        new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('…', '.+')}$`),
    )
  return inPages.filter(({ text }) => {
    const shown = flat(text)
    return !written.has(shown) && !patterns.some((pattern) => pattern.test(shown))
  })
}
