import { expect, test } from 'vitest'
import { PERSONAL_FIELDS, SORTED_FIELDS } from './personal-fields.ts'
import { schema, schemaNames } from './schema-files.ts'
import { isOneOf, keysOf } from './tables.ts'

const SORTED = keysOf(SORTED_FIELDS)

test.each(SORTED)('every field of %s is sorted into personal or other, and no field is in both', (name) => {
  const { personal, other } = SORTED_FIELDS[name]
  expect([...personal, ...other].toSorted()).toEqual(Object.keys(schema(name).properties ?? {}).toSorted())
})

/** Records in which these names describe the store, a product or a template. */
const OF_THE_STORE = ['resources/settings', 'resources/settings-input', 'requests/settings']

test('no other schema of a record has a field of a personal name', () => {
  const others = schemaNames()
    .filter((name) => /^(resources|platform|requests)\//.test(name))
    .filter((name) => !isOneOf(SORTED, name) && !OF_THE_STORE.includes(name))
  const stray = others.flatMap((name) =>
    Object.keys(schema(name).properties ?? {}).filter((field) => PERSONAL_FIELDS.has(field)),
  )
  expect(stray).toEqual([])
})

test('fields that hold the same kind of value share a word', () => {
  expect(['email', 'customer_email', 'to'].map((field) => PERSONAL_FIELDS.get(field))).toEqual([
    'email',
    'email',
    'email',
  ])
})
