import { expect, test } from 'vitest'
import type { Dialect } from '../../schemas/dialect.ts'
import { shapeErrors } from './error-structure.ts'

const errors = {
  template: ['is wrong'],
  'template.name': ['is required', 'is sad'],
  'invoice_ids.3': ['must be an integer'],
  order_id: ['is required'],
  'a.b.c': ['is deep'],
}

test.each<[Dialect['errors.structure'], object]>([
  ['arrays', errors],
  [
    'messages',
    {
      template: 'is wrong',
      'template.name': 'is required, is sad',
      'invoice_ids.3': 'must be an integer',
      order_id: 'is required',
      'a.b.c': 'is deep',
    },
  ],
  [
    'nested',
    {
      template: { base: ['is wrong'], name: ['is required', 'is sad'] },
      invoice_ids: { 3: ['must be an integer'] },
      order_id: ['is required'],
      a: { 'b.c': ['is deep'] },
    },
  ],
  [
    'base',
    {
      base: [
        'template is wrong',
        'template.name is required',
        'template.name is sad',
        'invoice_ids.3 must be an integer',
        'order_id is required',
        'a.b.c is deep',
      ],
    },
  ],
])('errors as %s', (structure, expected) => {
  expect(shapeErrors(errors, structure)).toEqual(expected)
})
