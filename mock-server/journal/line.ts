import type { Seen } from '../../schemas/types.ts'

/** A request in one line: what was asked and answered, what it came to, and where it breaks the contract. */
export function lineOf({ method, path, operation, ms, fault, answer, violations }: Seen): string {
  const said = [method, path, answer.status ?? 'unanswered', `${ms.toFixed(1)} ms`]
  const ended = [operation, answer.outcome, fault].filter((word) => word !== null)
  const broken = violations.map(({ where, says }) => `; ${where}: ${says}`)
  return printable([...said, ...ended].join(' ') + broken.join(''))
}

/** What a client sent must not command the terminal, or begin a line of its own. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD')
