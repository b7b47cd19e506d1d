import type { Dialect } from '../dialect.ts'
import { ERROR_STATUS } from '../error-status.ts'
import { ERROR_KINDS, type ErrorKind } from '../operations.ts'
import type { Coverage, CoverageOperation } from '../types.ts'

/** What was counted, before it is put into words. */
export type Counted = Omit<Coverage, 'says' | 'never'>

/** How often each of something was met. */
export type Counts = Readonly<Record<string, number>>

/** The names that were never met. */
export const missing = (counts: Counts): string[] => Object.keys(counts).filter((name) => counts[name] === 0)

/** The same with the kinds of document in words: `packing slip`. */
export const inWords = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([kind, times]) => [kind.replaceAll('_', ' '), times]))

/** What was sent, parameters and fields; without the one object that all fields of a body lie in. */
export function sentOf({ parameters, fields }: CoverageOperation): Counts {
  const paths = Object.keys(fields)
  const [around = ''] = paths.map((path) => path.slice(0, path.indexOf('.') + 1))
  const isShared = paths.every((path) => path.startsWith(around))
  const sent = Object.entries(fields).map(([path, times]) => [
    isShared ? path.slice(around.length) : path,
    times,
  ])
  return { ...parameters, ...Object.fromEntries(sent) }
}

/** All that was never met, in words that a person looks for, the most important first. */
export function neverMet(counted: Counted): string[] {
  const { documents, downloads, questions } = counted
  const operations = Object.entries(counted.operations)
  const each = (names: (operation: CoverageOperation) => readonly string[]): string[] =>
    operations.flatMap(([id, operation]) => names(operation).map((name) => `${id} ${name}`))
  return [
    ...operations.filter(([, { requests }]) => requests === 0).map(([id]) => id),
    ...(timesOf('forbidden', counted) === 0 ? ['forbidden'] : []),
    ...each(({ outcomes }) => missing(outcomes)),
    ...each(({ later_pages }) => (later_pages === 0 ? ['second page'] : [])),
    ...missing(inWords(documents)).map((kind) => `${kind} document`),
    ...missing(inWords(downloads.documents)).map((kind) => `${kind} download`),
    ...missing(downloads.outcomes)
      .filter((outcome) => outcome !== 'download')
      .map((outcome) => `download ${outcome}`),
    ...each(({ parameters }) => missing(parameters)),
    ...each(({ fields }) => missing(fields)),
    ...missing(questions).map((key) => `question ${key}`),
  ]
}

/** How often an error kind was answered, whatever was asked for. */
const timesOf = (kind: ErrorKind, { operations, no_operation }: Counted): number =>
  [...Object.values(operations), no_operation].reduce((sum, { outcomes }) => sum + (outcomes[kind] ?? 0), 0)

/** What was never met, in the one sentence that a person reads first. Errors are told by their status in the dialect. */
export function inASentence(counted: Counted, dialect: Dialect): string {
  const all = Object.values(counted.operations)
  const idle = all.filter(({ requests }) => requests === 0).length
  if (idle === all.length && counted.no_operation.requests === 0) return 'No request has come in yet.'
  const unseen = [...unseenErrors(counted, dialect), ...unseenThings(counted, all)]
  const said = unseen.length > 0 ? `never saw ${listed(unseen)}` : ''
  const uncalled = idle > 0 ? `never called ${idle} of the ${all.length} operations` : ''
  if (said === '' && uncalled === '')
    return 'Your tests called every operation, and saw every kind of error and a second page.'
  return `Your tests ${[said, uncalled].filter(Boolean).join(', and ')}.`
}

/** The statuses of the error kinds that nobody met; with its kind where another kind has the same. */
function unseenErrors(counted: Counted, dialect: Dialect): string[] {
  const statuses = ERROR_KINDS.map((kind) => [kind, ERROR_STATUS[kind](dialect)] as const)
  return statuses
    .filter(([kind]) => timesOf(kind, counted) === 0)
    .toSorted(([, one], [, other]) => one - other)
    .map(([kind, status]) => {
      const isShared = statuses.some(([other, same]) => other !== kind && same === status)
      return isShared ? `${status} (${kind})` : String(status)
    })
}

function unseenThings({ downloads }: Counted, operations: readonly CoverageOperation[]): string[] {
  const hasLaterPage = operations.some(({ later_pages = 0 }) => later_pages > 0)
  const hasDocument = Object.values(downloads.documents).some((times) => times > 0)
  return [...(hasLaterPage ? [] : ['a second page']), ...(hasDocument ? [] : ['a PDF'])]
}

const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('')
