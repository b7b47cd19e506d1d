import type { Pages } from './page.ts'
import { adminApiPage } from './admin-api.ts'
import { clausePages } from './clauses.ts'
import { commandPages } from './commands.ts'
import { errorsPage } from './errors.ts'
import { faultsPage } from './faults.ts'
import { filePages } from './files.ts'
import { limitsPage } from './limits.ts'
import { questionsPage } from './questions.ts'
import { typescriptPages } from './typescript-api.ts'
import { violationsPage } from './violations.ts'

/** All generated pages. */
export async function referencePages(): Promise<Pages> {
  return {
    ...commandPages(),
    ...(await filePages()),
    ...(await adminApiPage()),
    ...typescriptPages(),
    ...faultsPage(),
    ...violationsPage(),
    ...errorsPage(),
    ...clausePages(),
    ...questionsPage(),
    ...limitsPage(),
  }
}
