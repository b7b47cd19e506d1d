import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { DialectError, parseDialect } from '../../../schemas/dialect.ts'
import { didYouMean } from '../../../schemas/nearest.ts'
import { OPERATION_IDS } from '../../../schemas/operations.ts'
import {
  isAdjustable,
  isQuestion,
  QUESTION_KEYS,
  type AdjustableKey,
  type QuestionKey,
} from '../../../schemas/questions.ts'
import { isOneOf } from '../../../schemas/tables.ts'
import { FAULT_NAMES, faultPart, TIMES } from './fault-kinds.ts'
import { answerPart, dataPart } from './parts.ts'
import { valueOf } from './value-text.ts'
import { DATA_KINDS, partNamesOf, together, type Called, type Part, type Variation } from './variation.ts'

const CALLED: readonly Called[] = [...OPERATION_IDS, 'download']
const ADJUSTABLE: readonly AdjustableKey[] = QUESTION_KEYS.filter(isAdjustable)

/** How a variation may be named, for those who have to guess. */
const SUCH_AS = 'a variation is named as status.created=200, createInvoice=reset:once or data=many-scripts'

/**
 * The variation of that name, whether or not it is one that is tried by itself: any answer that a dialect allows, and any fault.
 * @throws {UsageError}
 */
export function variationNamed(name: string): Variation {
  const [first = '', ...others] = partNamesOf(name)
  return together([partNamed(first), ...others.map(partNamed)])
}

function partNamed(name: string): Part {
  const [key = '', value] = name.split(/=(.*)/s)
  if (value === undefined) throw new UsageError(`"${name}": ${SUCH_AS}`)
  if (key === 'data') return dataNamed(name, value)
  if (isOneOf(CALLED, key)) return faultNamed(name, key, value)
  if (isQuestion(key)) return answerNamed(name, key, value)
  throw new UsageError(`"${name}": ${key} is no question and no operation; ${nearestKey(key)}`)
}

/** Of all the names that there are a list would be too long. */
function nearestKey(key: string): string {
  const hint = didYouMean(key, [...CALLED, ...ADJUSTABLE, 'data'])
  return hint.startsWith('did') ? hint : SUCH_AS
}

function dataNamed(name: string, data: string): Part {
  if (isOneOf(DATA_KINDS, data)) return dataPart(data)
  throw new UsageError(`"${name}": ${didYouMean(data, DATA_KINDS)}`)
}

/** `reset:once`, `500:always`; `reset` is once. */
function faultNamed(name: string, operation: Called, value: string): Part {
  const [fault = '', times = 'once'] = value.split(/:(.*)/s)
  if (!isOneOf(TIMES, times)) throw new UsageError(`"${name}": ${fault} is played once or always`)
  const part = faultPart(operation, fault, times)
  if (part) return part
  if (FAULT_NAMES.includes(fault))
    throw new UsageError(
      `"${name}": ${fault} is of ${operation === 'download' ? 'operations, not of downloads' : 'downloads alone'}`,
    )
  throw new UsageError(`"${name}": ${fault} is no fault; ${didYouMean(fault, FAULT_NAMES)}`)
}

function answerNamed(name: string, key: QuestionKey, text: string): Part {
  if (!isOneOf(ADJUSTABLE, key))
    throw new UsageError(`"${name}": the mock cannot be set to answer ${key} otherwise`)
  const value = valueOf(key, text)
  const [note] = notesOn(name, { [key]: value })
  if (note !== undefined) throw new UsageError(`"${name}": the mock ${note}`)
  return answerPart(key, value)
}

function notesOn(name: string, dialect: object): readonly string[] {
  try {
    return parseDialect(dialect).notes
  } catch (error) {
    if (error instanceof DialectError) throw new UsageError(`"${name}": ${error.problems.join('; ')}`)
    throw error
  }
}
