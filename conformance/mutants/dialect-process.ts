import type { Dialect } from '../../schemas/dialect.ts'
import type { Verdict } from '../result.ts'
import { judgeDialect } from './judge-dialect.ts'

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

process.on('message', ({ name, dialect, seed }: DialectOrder) => {
  void judged(dialect, seed).then((unfair) => process.send?.({ name, unfair } satisfies DialectAnswer))
})

async function judged(dialect: Partial<Dialect>, seed: number): Promise<string[]> {
  try {
    return (await judgeDialect(dialect, seed)).map(inWords)
  } catch (error) {
    return [String((error as Error).stack)]
  }
}

function inWords({ clause, failure, reason }: Verdict): string {
  if (!failure) return `${clause}: ${reason}`
  const { message = '', expected, got } = failure
  return `${clause}: ${message} expected ${expected}, got ${got}`
}
