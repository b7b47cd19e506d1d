import { inputOf, resultOf } from '../envelopes.ts'
import { OPERATION_IDS, OPERATIONS, type Operation, type OperationId } from '../operations.ts'
import { fieldsOf } from '../resources.ts'
import { strangersIn, type Stranger } from '../unknown-fields.ts'
import type { Violation } from '../types.ts'
import { isKeyName, misplacedKey } from './key.ts'
import type { Call, Rule } from './reading.ts'
import { strangeName } from './strange-name.ts'
import { callOf, named, placeOf } from './words.ts'

/** Every field is one that the operation takes. */
export const fields: Rule<Call> = ({ operation, body }) => {
  const { body: schema }: Operation = OPERATIONS[operation]
  if (!schema || body.kind !== 'json') return []
  return strangersIn(schema, body.value).map((stranger) => strange(stranger, operation))
}

function strange({ path, known }: Stranger, operation: OperationId): Violation {
  const name = path.at(-1) ?? ''
  const { key = '', schema = null } = inputOf(operation) ?? {}
  const whole = ['body', ...path]
  const where = placeOf(whole)
  const shown = path.map(named).join('.')
  if (isKeyName(name)) return misplacedKey(whole)
  if (path.length === 1 && schema && Object.hasOwn(fieldsOf(schema), name)) {
    const says = `${callOf(operation)} takes ${name} inside ${key}, not beside it.`
    return { rule: 'unknown-field', where, says, instead: placeOf(['body', key, name]) }
  }
  // Where the fields of a record are sent, be it inside its name or as the body itself.
  const isInRecord = path.length === (schema ? 2 : 1)
  if (isInRecord && outputFields(operation).has(name)) {
    const says = `${shown} is output only: the service sets it, and a request leaves it out.`
    return { rule: 'output-only', where, says }
  }
  return strangeName('unknown-field', whole, `${callOf(operation)} has no field ${shown}`, known)
}

/** The fields of what the operation, or another one about the same kind of record, answers. */
function outputFields(operation: OperationId): Set<string> {
  const key = inputOf(operation)?.key
  const answers = OPERATION_IDS.filter((id) => id === operation || resultOf(id)?.key === key)
  const schemas = answers.flatMap((id) => resultOf(id)?.schema ?? [])
  return new Set(schemas.flatMap((schema) => Object.keys(fieldsOf(schema))))
}
