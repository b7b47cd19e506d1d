import { spawnSync } from 'node:child_process'
import { mistakesIn } from './commit-subject.ts'

/** The first commit with this file began the rule; older subjects are as they are. */
const SINCE = 'tools/language/commit-range.ts'

interface Checked {
  readonly commits: number
  /** One line each. */
  readonly mistakes: readonly string[]
}

/** Checks the subjects of a range such as `origin/main..HEAD`; undefined if the clone does not have all of it. */
export function checkRange(range: string, rooms: readonly string[], cwd: string): Checked | undefined {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  if (git('rev-parse', '--is-shallow-repository') !== 'false') return undefined
  const start = git('log', '--diff-filter=A', '--format=%H', '-1', '--', SINCE)
  const log = git('log', '--no-merges', '--format=%h %s', range, ...(start ? [`^${start}`] : []), '--')
  if (log === undefined) return undefined
  const commits = log.split('\n').filter((line) => line !== '')
  const mistakes = commits.flatMap((line) => {
    const at = line.indexOf(' ')
    const subject = line.slice(at + 1)
    return mistakesIn(subject, rooms).map((mistake) => `${line.slice(0, at)} "${subject}" ${mistake}`)
  })
  return { commits: commits.length, mistakes }
}
