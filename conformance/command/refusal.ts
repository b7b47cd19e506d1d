import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { oneLine } from '../../schemas/printing/plain-text.ts'
import { Unreachable } from '../server/client/client.ts'
import { masker } from '../server/client/mask.ts'

/** For the terminal: a line for each thing that the user can mend; a fault of ours shows where it is. */
export function told(error: unknown): string {
  if (isOurs(error)) return [reasonOf(error), ...placesOf(error)].join('\n')
  return error instanceof UsageError ? error.lines.map(shown).join('\n  ') : reasonOf(error)
}

/** For reports: why nothing could be judged, in one line. */
export function reasonOf(error: unknown): string {
  const message = error instanceof UsageError ? error.lines.join('; ') : messageOf(error)
  return isOurs(error) ? `a fault of the suite: ${shown(message)}` : shown(message)
}

const placesOf = (error: unknown) =>
  error instanceof Error
    ? [...(error.stack ?? '').matchAll(/^ +(at .+)/gm)].map(([, place = '']) => `    ${shown(place)}`)
    : []
const isOurs = (error: unknown) => !(error instanceof UsageError || error instanceof Unreachable)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const shown = (line: string) => masker([])(oneLine(line))
