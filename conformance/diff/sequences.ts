import fc from 'fast-check'
import { CUSTOMERS, TEMPLATES } from '../clauses/model/kinds.ts'
import { invoiceCreation, invoiceMoves } from './invoice-moves.ts'
import type { Move } from './move.ts'
import { creationOf, recordMoves } from './record-moves.ts'
import { SHOWN_SETTINGS } from './settings.ts'

const LONGEST = 20

const texts = fc.constantFrom('Nord', ' nord ', 'Ünïcode', '', '0', '100%', 'Two\nlines')

const settingsMoves: fc.Arbitrary<Move>[] = [
  fc.constant<Move>({
    name: 'readSettings()',
    operation: 'readSettings',
    about: ['settings.read'],
    call: () => ({}),
  }),
  fc
    .dictionary(fc.constantFrom(...SHOWN_SETTINGS), texts, { minKeys: 1, maxKeys: 3 })
    .map((settings): Move => ({
      name: `updateSettings(${JSON.stringify(settings)})`,
      operation: 'updateSettings',
      about: ['settings.partial-update'],
      call: () => ({ body: { settings } }),
    })),
]

const anyMove: fc.Arbitrary<Move> = fc.oneof(...recordMoves, ...invoiceMoves, ...settingsMoves)

/** Requests as the contract wants them, of which the first make what the others are about. */
export const sequences: fc.Arbitrary<Move[]> = fc
  .tuple(
    fc.tuple(creationOf(TEMPLATES), creationOf(CUSTOMERS), creationOf(CUSTOMERS), invoiceCreation),
    fc.array(anyMove, { maxLength: LONGEST, size: 'max' }),
  )
  .map(([first, rest]) => [...first, ...rest])
