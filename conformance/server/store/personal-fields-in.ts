import { PERSONAL_FIELDS } from '../../../schemas/personal-fields.ts'
import { isObject } from '../client/exchange.ts'

/** A value of a personal field, with the word for its kind: `email`. */
export type PersonalValue = readonly [value: string, kind: string]

/** True for a record whose own fields are left out. */
type IsLeftOut = (record: Record<string, unknown>) => boolean

/** Values of personal fields anywhere in a JSON body, except in settings, which describe the store. */
export function personalFieldsIn(body: unknown, isLeftOut: IsLeftOut = () => false): PersonalValue[] {
  const values: PersonalValue[] = []
  collect(body, undefined, isLeftOut, values)
  return values
}

function collect(
  value: unknown,
  kind: string | undefined,
  isLeftOut: IsLeftOut,
  into: PersonalValue[],
): void {
  if (Array.isArray(value)) for (const item of value) collect(item, kind, isLeftOut, into)
  else if (isObject(value)) collectFields(value, isLeftOut, into)
  else if (kind !== undefined) add(value, kind, into)
}

function collectFields(record: Record<string, unknown>, isLeftOut: IsLeftOut, into: PersonalValue[]): void {
  const isSkipped = isLeftOut(record)
  for (const name in record) {
    if (name === 'settings') continue
    const kind = isSkipped ? undefined : PERSONAL_FIELDS.get(name)
    collect(record[name], kind, isLeftOut, into)
  }
}

/** A broken server may answer a phone or a postal code as a number. */
function add(value: unknown, kind: string, into: PersonalValue[]): void {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && text.trim() !== '') into.push([text, kind])
}

const MEMBER = new RegExp(
  String.raw`"(${[...PERSONAL_FIELDS.keys()].join('|')})"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`,
  'g',
)

/** Values of personal fields in a text that looks like JSON but cannot be parsed. */
export function personalFieldsInText(text: string): PersonalValue[] {
  const values: PersonalValue[] = []
  for (const [, name = '', written = ''] of text.matchAll(MEMBER))
    add(unquoted(written), PERSONAL_FIELDS.get(name) ?? name, values)
  return values
}

function unquoted(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return written.slice(1, -1)
  }
}
