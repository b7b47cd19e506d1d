import { expect, test } from 'vitest'
import { fieldsOf } from '../../../schemas/resources.ts'
import { TRIED } from './fields.ts'

/** Goes up and back at once, in a check of its own. */
const APART = ['next_invoice_number']

test('values are tried of every setting that a client can change', () => {
  expect([...TRIED, ...APART].toSorted()).toEqual(
    Object.keys(fieldsOf('resources/settings-input')).toSorted(),
  )
})
