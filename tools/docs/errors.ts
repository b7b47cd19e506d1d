import { DEFAULT_DIALECT } from '../../schemas/dialect.ts'
import { ERROR_STATUS } from '../../schemas/error-status.ts'
import {
  ERROR_KINDS,
  OPERATION_IDS,
  OPERATIONS,
  type ErrorKind,
  type OperationId,
} from '../../schemas/operations.ts'
import { QUESTIONS } from '../../schemas/questions.ts'
import { schema } from '../../schemas/schema-files.ts'
import { code, fence, page, prose, section, table } from './markdown.ts'
import type { Pages } from './page.ts'
import { fieldTable } from './schema-table.ts'

/** Below this number of exceptions the exceptions are listed. */
const SHORT = 5

/** The error kinds of the API, as the contract has them. */
export function errorsPage(): Pages {
  return {
    'errors.md': page(
      'Error kinds',
      'The API answers every refused request with one of these error kinds.',
      'The specification states the status of one kind: 403 for `forbidden`. The other statuses are open questions. The mock answers with its default status unless its dialect states another.',
      table(
        ['Kind', 'Default status', 'Other servers', 'Question', 'When'],
        ERROR_KINDS.map((kind) => [
          `[${code(kind)}](#${kind})`,
          String(ERROR_STATUS[kind](DEFAULT_DIALECT)),
          prose(othersOf(kind)),
          questionOf(kind) === undefined ? '' : code(String(questionOf(kind))),
          prose(schema(`errors/${kind}`).description),
        ]),
      ),
      `If several errors apply, the mock answers the first of this table (question ${code('errors.precedence')}).`,
      ...ERROR_KINDS.map(kindSection),
    ),
  }
}

/** The open question about the status of a kind; undefined for the one that the specification states. */
const questionOf = (kind: ErrorKind) => {
  const key = `status.${kind.replace('-', '_')}`
  return Object.hasOwn(QUESTIONS, key) ? key : undefined
}

const othersOf = (kind: ErrorKind): string =>
  Object.entries(QUESTIONS).find(([key]) => key === questionOf(kind))?.[1].others ?? ''

function kindSection(kind: ErrorKind): string {
  const { properties = {} } = schema(`errors/${kind}`)
  const example = Object.fromEntries(
    Object.entries(properties).map(([name, { examples = [] }]) => [name, examples[0]]),
  )
  const operations = OPERATION_IDS.filter((id) => OPERATIONS[id].errors.some((each) => each === kind))
  return section(
    kind,
    fieldTable(schema(`errors/${kind}`)),
    fence('jsonc', JSON.stringify(example, null, 2)),
    listedAt(operations),
  )
}

/** The operations whose answers list a kind; where most do, the others are shorter to read. */
function listedAt(operations: readonly OperationId[]): string {
  if (operations.length === 0) return 'Every operation may answer it. The specification lists it at none.'
  const missing = OPERATION_IDS.filter((id) => !operations.includes(id))
  if (missing.length === 0) return 'Every operation lists it.'
  if (missing.length < SHORT) return `Every operation lists it, except ${missing.map(code).join(', ')}.`
  return `Listed at: ${operations.map(code).join(', ')}.`
}
