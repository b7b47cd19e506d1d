import type { Rule } from './reading.ts'

/** Who is told to wait waits (specification §8). */
export const waiting: Rule = ({ request: { ignored_wait_ms: early } }) => {
  if (!early || early < 0) return []
  const says = `The request came ${inWords(early)} too early: an earlier answer asked this client to wait.`
  return [{ rule: 'ignored-429', where: 'request', says, instead: 'wait as long as retry_after says' }]
}

const inWords = (ms: number): string => (ms < 1000 ? `${Math.ceil(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
