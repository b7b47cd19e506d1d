import { OPERATIONS, type Operation } from '../../schemas/operations.ts'
import { compileSteps } from '../../schemas/validate.ts'
import { turn } from '../slices.ts'

/** What is sent, by its schemas; those of documents first, as somebody who has started a mock likes to see one. */
const SENT = new Set(
  Object.values(OPERATIONS)
    .flatMap(({ query, body }: Operation) => [query, body])
    .filter((name) => name !== undefined)
    .toSorted((a, b) => Number(b === 'queries/document') - Number(a === 'queries/document')),
)

/** Has what requests are held to compiled, a schema in a round of the event loop; the first requests must not wait for it. */
export async function readyToRead(): Promise<void> {
  for (const _ of compileSteps(SENT)) await turn()
}
