import type { Dialect } from '../../../schemas/dialect.ts'
import type { Verdict } from '../../judge/verdict.ts'
import { judgeDialect } from './judge-dialect.ts'
import { serveOrders } from './process-pool.ts'

/** A dialect that a process of its own judges. */
export interface DialectOrder {
  name: string
  dialect: Partial<Dialect>
  seed: number
}

/** What was unfair in it, in lines; none when it is fair. */
export interface DialectAnswer {
  name: string
  unfair: string[]
}

serveOrders<DialectOrder, DialectAnswer>(async ({ name, dialect, seed }, working) => {
  try {
    return { name, unfair: (await judgeDialect(dialect, seed, working)).map(inWords) }
  } catch (error) {
    return { name, unfair: [String(error instanceof Error ? error.stack : error)] }
  }
})

function inWords({ clause, failure, reason }: Verdict): string {
  if (!failure) return `${clause}: ${reason}`
  const { message = '', expected, got } = failure
  return `${clause}: ${message} expected ${expected}, got ${got}`
}
