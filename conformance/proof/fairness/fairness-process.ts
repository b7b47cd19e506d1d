import { serveOrders } from '../mutants/process-pool.ts'
import { judgeRow, type Judged } from './judge-row.ts'
import { ROWS } from './rows.ts'

/** A correct server that a process of its own judges. */
export interface FairnessOrder {
  name: string
  seed: number
  /** Areas or clauses; all when there is none. */
  selection: string[]
  runs?: number
}

/** What came of it. */
export interface FairnessAnswer extends FairnessOrder, Judged {}

serveOrders<FairnessOrder, FairnessAnswer>(async (order, working) => {
  const nothing = { passes: 0, requests: 0, seconds: 0 }
  const row = ROWS[order.name]
  if (!row) return { ...order, ...nothing, unfair: ['there is no such row'] }
  try {
    return { ...order, ...(await judgeRow(row, order, working)) }
  } catch (error) {
    return { ...order, ...nothing, unfair: [String(error instanceof Error ? error.stack : error)] }
  }
})
