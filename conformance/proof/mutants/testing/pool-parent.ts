import { join } from 'node:path'
import { inProcesses } from '../process-pool.ts'

/** Gives the orders of its arguments to two processes, and prints each answer in a line. */
await inProcesses<{ what: string }, unknown>(
  process.argv.slice(2).map((what) => ({ what })),
  {
    script: join(import.meta.dirname, 'pool-child.ts'),
    jobs: 2,
    onAnswer: (answer) => console.log(String(answer)),
    failed: (_, why) => why,
  },
)
