import { duration } from '../../../schemas/printing/plain-text.ts'
import type { Ending } from '../running/run-command.ts'
import type { Repeated } from './repeated.ts'
import type { Failure } from './verdict.ts'

/** How a run ended, after "The command". */
export function inWords(ending: Ending): string {
  switch (ending.kind) {
    case 'passed':
      return 'passed'
    case 'failed':
      return `failed with exit code ${ending.exit_code}`
    case 'crashed':
      return `crashed by ${ending.signal}`
    case 'timed_out':
      return `hung, and was ended after ${duration(ending.after_ms)}`
    case 'interrupted':
      return 'was interrupted'
  }
}

/** How a run ended that was not survived, after "The command". */
export function failureInWords({ ran, repeated }: Pick<Failure, 'ran' | 'repeated'>): string {
  const ended = inWords(ran.ending)
  return repeated === null ? ended : `${ended}, ${repeatedInWords(repeated, ran.ending)}`
}

function repeatedInWords({ operation, times, before }: Repeated, { kind }: Ending): string {
  const but = kind === 'passed' ? 'but' : 'and'
  return `${but} the work of ${operation} was done ${counted(times)}, in the first run ${counted(before)}`
}

const counted = (times: number): string => ['not at all', 'once', 'twice'][times] ?? `${times} times`
