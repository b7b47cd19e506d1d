import { expect, test } from 'vitest'
import { OPERATION_IDS } from '../../../schemas/operations.ts'
import { intents } from './requests.ts'

const KNOWN = {
  slugs: ['a'],
  invoices: [1],
  templates: [1],
  customers: [1],
  orders: [1],
  drafts: [1],
  texts: ['a'],
}

test('twins are asked for every operation', () => {
  const asked = intents(2000, 1).flatMap((intent) =>
    typeof intent === 'function' ? (intent(KNOWN)?.operation ?? []) : [],
  )
  expect([...new Set(asked)].toSorted()).toEqual(OPERATION_IDS.toSorted())
})
