import { OPERATIONS, type Operation } from '../../schemas/operations.ts'
import { readQuery, validate } from '../../schemas/validate.ts'
import { sentQuery, type Exchange } from '../exchange.ts'
import { refuseIfAny, toFieldErrors } from './field-errors.ts'
import type { Gate } from './gate.ts'
import { readAs } from './near-types.ts'

/**
 * Reads the query string. Of a parameter given twice the last one counts. The parameters that choose a document
 * must fit their schema; filters and pages stay text, as the dialect says what a wrong one does (`rules/paginate.ts`, `rules/filters.ts`).
 */
export const query: Gate = {
  name: 'query',
  pass(exchange) {
    const operation: Operation | undefined = exchange.operation ? OPERATIONS[exchange.operation] : undefined
    if (!operation?.query) return
    exchange.query = lastOfEach(sentQuery(exchange))
    if (operation.query === 'queries/document') exchange.query = documentQuery(exchange)
  },
}

const lastOfEach = (parsed: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, [value].flat().at(-1)]))

function documentQuery({ query: given, dialect }: Exchange): Record<string, unknown> {
  const { packing_slip, ...others } = given
  const flag = readAs('boolean', packing_slip, dialect)
  const read = readQuery(
    'queries/document',
    flag === undefined ? others : { ...others, packing_slip: String(flag) },
  )
  refuseIfAny(toFieldErrors(validate('queries/document', read)))
  return read
}
