import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OPERATION_IDS } from '../../schemas/operations.ts'
import { ODD_SEQUENCES } from './odd-moves.ts'
import { sequences } from './sequences.ts'

test('two servers are asked for every operation', () => {
  const random = fc.sample(sequences, { numRuns: 300, seed: 1 })
  const asked = [...ODD_SEQUENCES, ...random].flat().map(({ operation }) => operation)
  expect([...new Set(asked)].toSorted()).toEqual(OPERATION_IDS.toSorted())
})
