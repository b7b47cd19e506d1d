import { fieldsOf, outputOnlyFieldsOf } from '../../../schemas/resources.ts'
import { isObject } from '../../server/client/exchange.ts'
import { savingWhatItRefuses, taming, tamingField, tamingFields } from './bodies.ts'
import { afterGate } from './gates.ts'
import { type Faults, ofEach } from './mutant.ts'
import { isFor } from './operations.ts'
import { findingAbsent, namingLoosely } from './record-ids.ts'
import type { RecordKind } from './records.ts'
import { onRefusal } from './replies.ts'
import { setting, without } from './writes.ts'

// Faults of what any record must not take: invalid fields, fields that are output only, ids that name nothing.

const READERS = ['read', 'update', 'delete'] as const

export function outputOnlyFaults(kind: RecordKind): Faults {
  const { create, update } = kind.resource.operations
  return ofEach(outputOnlyFieldsOf(kind.resource), (field) => ({
    [`${field} can be set at creation`]: setting(create, [field]),
    [`${field} can be set by an update`]: setting(update, [field]),
  }))
}

export function invalidFaults(kind: RecordKind): Faults {
  const { one, operations, input } = kind.resource
  const { create, update } = operations
  const fields = fieldsOf(input)
  return {
    ...ofEach(Object.keys(fields), (field) => ({
      [`An object as ${field} is accepted`]: tamingField([create, update], field, (value) =>
        tamed(value, isObject, field, fields),
      ),
      [`An array as ${field} is accepted`]: tamingField([create, update], field, (value) =>
        tamed(value, Array.isArray, field, fields),
      ),
    })),
    'Fields of an update that are objects or arrays are ignored': tamingFields(
      update,
      without((value) => typeof value === 'object'),
    ),
    [`An update without ${one} changes nothing and is a success`]: taming(update, (sent) =>
      isObject(sent) && !(one in sent) ? { [one]: {} } : sent,
    ),
    [`A creation also takes the fields when they are not under ${one}`]: taming(create, (sent) =>
      isObject(sent) && !(one in sent) && Object.keys(sent).length > 0 ? { [one]: sent } : sent,
    ),
    'An update with an invalid field is refused, but its other fields are saved': savingWhatItRefuses(update),
    [`A creation with an invalid field is refused, but the ${one} is there`]: savingWhatItRefuses(create),
  }
}

/** Ways to take what is no id for one. */
const LOOSE: Readonly<Record<string, (segment: string) => number>> = {
  letters: (segment) => Number.parseInt(segment, 10),
  fraction: (segment) => Math.floor(Number(segment)),
  sign: (segment) => Math.abs(Number(segment)),
  'prefix of hexadecimal numbers': whole,
  'number of zeros told by an exponent': (segment) => (segment.startsWith('0x') ? 0 : whole(segment)),
  'multiple of 2^64 added': (segment) =>
    /^\d+$/.test(segment) ? Number(BigInt.asIntN(64, BigInt(segment))) : 0,
  'file extension': (segment) => decimal(segment.replace(/\.json$/, '')),
  'sign between its digits': (segment) => decimal(segment.replace(/(?<=\d)_(?=\d)/, '')),
  'digit of full width': (segment) => decimal(segment.replaceAll(/%EF%BC%9(\d)/gi, '$1')),
}

/** A number of decimal digits; 0 for none. */
const decimal = (segment: string): number => (/^\d+$/.test(segment) ? whole(segment) : 0)

/** A number as programs write it; 0 for none. */
function whole(segment: string): number {
  return Number.isSafeInteger(Number(segment)) ? Number(segment) : 0
}

export function unknownFaults(kind: RecordKind): Faults {
  const { one, operations } = kind.resource
  return {
    ...ofEach(READERS, (what) => {
      const operation = operations[what]
      return {
        ...ofEach(Object.keys(LOOSE), (way) => ({
          [`${what} finds a ${one} by its id with ${way === 'letters' ? 'letters behind it' : `a ${way}`}`]:
            namingLoosely(operation, LOOSE[way] ?? Number),
        })),
        [`${what} of an unknown ${one} is a success`]: findingAbsent(operation, () => ({ [one]: null })),
        [`${what} of an unknown ${one} is unprocessable`]: onRefusal(
          'not-found',
          (answer) => ({ ...answer, status: 422, body: '{"error":"Unprocessable entity","errors":{}}' }),
          operation,
        ),
      }
    }),
    [`An update of an unknown id creates a ${one}`]: afterGate('known-path', (exchange) => {
      const { context, params } = exchange
      if (!context || !isFor(exchange, operations.update) || kind.get(context.store, params.id)) return
      const [any] = kind.kept(context.store)
      if (any) kind.put(context.store, { ...any, id: params.id })
    }),
  }
}

/** Texts of fields whose format may be checked. */
const VALID_TEXTS: Readonly<Record<string, string>> = {
  email: 'taken@mail.example',
  logo_url: 'https://images.example/logo.png',
}

/** A valid value of the field in the place of one that must be refused. */
function tamed(
  value: unknown,
  isRefused: (value: unknown) => boolean,
  field: string,
  fields: ReturnType<typeof fieldsOf>,
): unknown {
  if (!isRefused(value)) return value
  const { type, enum: values } = fields[field] ?? {}
  if (values) return values[0]
  if (type === 'boolean') return true
  if (type === 'integer') return 10
  return VALID_TEXTS[field] ?? JSON.stringify(value)
}
