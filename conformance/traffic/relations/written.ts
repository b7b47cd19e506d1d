import type { ClauseId } from '../../../schemas/clauses.ts'
import { inputOf } from '../../../schemas/envelopes.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { fieldsOf } from '../../../schemas/resources.ts'
import { isObject, isSuccess, member } from '../../server/client/exchange.ts'
import { relation, sight } from './relation.ts'

/** The clause that demands of a write's answer that it shows what was given. */
const CLAUSES: Partial<Record<OperationId, ClauseId>> = {
  createTemplate: 'templates.create',
  updateTemplate: 'templates.update',
  createCustomer: 'customers.create',
  updateCustomer: 'customers.update',
  updateSettings: 'settings.partial-update',
}

/** Fields whose values a server may write in its own way (questions template.units, input.strings, format.country). */
const FREE =
  /country|province|phone|email|color|font|format|width|size|tags|url|number|locale|zone|currency|timing|days/

/** Words and spaces alone, which no server has a reason to write otherwise. */
const PLAIN = /^[a-z\d][a-z\d -]{0,60}$/i

/** The fields that a write gave are shown by its answer. */
const shown = relation('a write shows what it was given', keysOf(CLAUSES), function* ({ passed }) {
  const clause = passed.operation && CLAUSES[passed.operation]
  const sent = passed.operation && inputOf(passed.operation)
  if (!clause || !sent?.schema || !isSuccess(passed) || !isObject(passed.input)) return
  const [input, record] = [passed.input[sent.key], member(passed, sent.key)]
  if (!isObject(input) || !isObject(record)) return
  for (const field of Object.keys(fieldsOf(sent.schema)))
    if (isTelling(field, input[field]))
      yield sight(clause, isSame(input[field], record[field]), () => ({
        field: `${sent.key}.${field}`,
        message: `${field} is not what ${passed.operation} was given`,
        expected: `${field} ${JSON.stringify(input[field])}`,
        got: JSON.stringify(record[field]) ?? 'nothing',
        exchanges: passed,
      }))
})

const isTelling = (field: string, value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && !FREE.test(field) && PLAIN.test(value))

const isSame = (sent: unknown, got: unknown): boolean =>
  typeof sent === 'string' && typeof got === 'string'
    ? sent.trim().toLowerCase() === got.trim().toLowerCase()
    : sent === got

/** What a write says of itself. */
export const WRITTEN = [shown] as const
