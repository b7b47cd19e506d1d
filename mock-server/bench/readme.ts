import type { Measurements } from './page.ts'

const BEGIN = '<!-- npm run bench writes what follows -->'
const END = '<!-- until here -->'

/**
 * README.md with the three tables that matter most: a request, a start, a run of the suite.
 * @throws where the marks are missing between which they stand
 */
export function withTables(readme: string, { mock, suite }: Measurements): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`README.md lacks ${BEGIN} … ${END}`)
  const tables = [mock.besideBare, mock.start, suite].map(tableOf)
  return `${readme.slice(0, begin)}${[BEGIN, ...tables].join('\n\n')}\n\n${readme.slice(end)}`
}

/** Without the sentence about noise, which BENCHMARKS.md has. */
const tableOf = (text: string): string => text.split('\n\n')[0] ?? ''
