import type { RehearsalReport, RehearsalVariation } from '../../../schemas/types.ts'
import { partNamesOf } from '../variations/variation.ts'

/** What stands at one place of the matrix: once and always, or every other answer of an area. */
export type Cell = readonly RehearsalVariation[]

/** What can go wrong with operations, in columns; and beside it a row for each area of the dialect, and for data. */
export interface Matrix {
  columns: readonly { fault: string; title: string }[]
  rows: readonly { operation: string; cells: readonly Cell[] }[]
  areas: readonly { area: string; cell: Cell }[]
}

/** What errors and faults are called where there is little room, in the order of their columns. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['unauthorized', '401'],
  ['forbidden', '403'],
  ['not-found', '404'],
  ['conflict', '409'],
  ['unprocessable', '422'],
  ['rate-limited', '429'],
  ['rate-limited-bare', '429 bare'],
  ['expired', 'expired'],
  ['latency', 'late'],
  ['500', '500'],
  ['503', '503'],
  ['reset', 'reset'],
  ['lost-answer', 'lost'],
  ['cut', 'cut'],
])

/** What was tried, as a table. */
export function matrixOf({ variations }: RehearsalReport): Matrix {
  const tried = variations.filter(({ verdict }) => verdict !== 'not_touched')
  const faults = tried.filter(({ name, group }) => isFault(group) && !isCombined(name))
  const named = new Set(faults.map(faultOf))
  const known = [...TITLES.keys()].filter((fault) => named.has(fault))
  const columns = [...new Set([...known, ...named])].map((fault) => ({
    fault,
    title: TITLES.get(fault) ?? fault,
  }))
  const operations = [...new Set(faults.map(subjectOf))]
  const rows = operations.map((operation) => {
    const own = faults.filter((each) => subjectOf(each) === operation)
    return { operation, cells: columns.map(({ fault }) => own.filter((each) => faultOf(each) === fault)) }
  })
  return { columns, rows, areas: areasOf(tried.filter((each) => !faults.includes(each))) }
}

const isCombined = (name: string): boolean => partNamesOf(name).length > 1

const isFault = (group: RehearsalVariation['group']): boolean => group === 'errors' || group === 'faults'

function areasOf(variations: readonly RehearsalVariation[]): Matrix['areas'] {
  const areas = [...new Set(variations.map(areaOf))]
  return areas.map((area) => ({ area, cell: variations.filter((each) => areaOf(each) === area) }))
}

const areaOf = ({ name }: RehearsalVariation): string => {
  if (isCombined(name) && !name.startsWith('data=')) return 'combined'
  return subjectOf({ name }).split('.')[0] ?? ''
}

/** Before the sign: a question, an operation, or data. */
const subjectOf = ({ name }: Pick<RehearsalVariation, 'name'>): string => name.split('=')[0] ?? ''

const faultOf = ({ name }: RehearsalVariation): string => name.split('=')[1]?.split(':')[0] ?? ''
