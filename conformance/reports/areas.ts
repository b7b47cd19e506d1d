import { areaOf } from '../../schemas/areas.ts'
import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'

/** What the first part of a clause id stands for. */
const TITLES: Record<string, string> = {
  auth: 'Authentication',
  shape: 'Shapes of resources',
  http: 'HTTP',
  list: 'List of invoices',
  search: 'Search of invoices',
  create: 'Creating invoices',
  read: 'Reading invoices',
  regenerate: 'Regenerating invoices',
  pdf: 'PDF documents',
  email: 'Emails',
  bulk: 'Bulk actions',
  templates: 'Templates',
  customers: 'Customers',
  settings: 'Settings',
  errors: 'Errors',
  rate: 'Rate limit',
  model: 'Sequences of operations',
}

/** The clauses of a report that belong together. */
export interface Area {
  /** First part of the clause ids. */
  id: string
  title: string
  /** Sections of the specification that state them. */
  sections: string[]
  verdicts: ReportVerdict[]
}

/** The verdicts of a report by area, in their order. */
export function areasOf({ verdicts }: Pick<ConformanceReport, 'verdicts'>): Area[] {
  const ids = [...new Set(verdicts.map(({ clause }) => areaOf(clause)))]
  return ids.map((id) => {
    const own = verdicts.filter(({ clause }) => areaOf(clause) === id)
    const sections = [...new Set(own.flatMap(({ section }) => section))].toSorted(bySection)
    return { id, title: TITLES[id] ?? id, sections, verdicts: own }
  })
}

const bySection = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
