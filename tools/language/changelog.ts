import type { Finding } from './finding.ts'

const MAX_CHARACTERS = 120
const TITLE = /^# Changelog$/
const RELEASE = /^## (?:\[?Unreleased\]?|\[?\d+\.\d+\.\d+\]?(?: [-–—] \d{4}-\d{2}-\d{2})?)$/
const GROUP = /^### (?:Added|Changed|Deprecated|Removed|Fixed|Security)$/

/** Findings in a changelog: Keep a Changelog's headings, and entries of one short line. */
export function findingsInChangelog(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const advice = adviceFor(line)
    return advice === undefined
      ? []
      : [{ file, line: index + 1, rule: 'changelog' as const, text: line, advice }]
  })
}

function adviceFor(line: string): string | undefined {
  if (line.startsWith('# ')) return TITLE.test(line) ? undefined : 'write "# Changelog"'
  if (line.startsWith('## '))
    return RELEASE.test(line) ? undefined : 'write "## Unreleased" or "## 1.2.3 - 2026-01-31"'
  if (line.startsWith('###'))
    return GROUP.test(line)
      ? undefined
      : 'write "### Added", "### Changed", "### Deprecated", "### Removed", "### Fixed" or "### Security"'
  if (/^\s+\S/.test(line)) return 'is part of an entry above: write each entry as one line'
  const entry = /^[-*] (.*)/.exec(line)?.[1]
  if (entry !== undefined && entry.length > MAX_CHARACTERS)
    return `has ${entry.length} characters: write at most ${MAX_CHARACTERS} an entry`
  return undefined
}
