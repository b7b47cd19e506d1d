import { FEW } from '../../scenarios/steps.ts'
import { inSlices } from '../slices.ts'
import type { Row } from './change.ts'
import { Tables } from './tables.ts'

/** The tables of the rows, filled in slices: there may be many rows, and they may be made as they are asked for. */
export const tablesOf = (rows: Iterable<Row>): Promise<Tables> => inSlices(filled(rows))

function* filled(rows: Iterable<Row>): Generator<void, Tables> {
  const tables = new Tables()
  let taken = 0
  for (const row of rows) {
    tables.apply(row)
    if (++taken % FEW === 0) yield
  }
  return tables
}
