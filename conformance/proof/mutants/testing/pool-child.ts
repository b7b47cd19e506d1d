import { serveOrders } from '../process-pool.ts'

/** Answers with its process id, ends itself, or is at work for ever, as it is told. */
serveOrders<{ what: 'answer' | 'end' | 'work' }, number>(async ({ what }, working) => {
  if (what === 'end') process.exit(7)
  if (what === 'answer') return process.pid
  process.stdout.write('at work\n')
  return new Promise(() => setInterval(working, 1000))
})
