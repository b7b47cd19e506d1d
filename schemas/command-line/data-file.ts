import { parse } from 'yaml'
import { whyUnread } from '../thrown.ts'
import { readTextFile } from './text-file.ts'
import { UsageError } from './usage-error.ts'

/** What a command reads from a file of JSON or YAML. */
export interface DataFile {
  /** What it is, for messages: `waivers`. */
  noun: string
  /** What such a file holds, in a sentence, for those who have to guess. */
  holds: string
  /** All that is wrong with its content. */
  problems(content: unknown): string[]
}

/**
 * The content of such a file.
 * @throws {UsageError} that names every wrong field, and what the file should hold
 */
export function readDataFile(file: string, { noun, holds, problems }: DataFile): unknown {
  const content = contentOf(file, noun)
  const [first, ...others] = problems(content)
  if (first === undefined) return content
  if (others.length === 0) throw new UsageError(`${noun} ${file}: ${first}. ${holds}`)
  throw new UsageError(`${noun} ${file}: ${others.length + 1} mistakes. ${holds}`, first, ...others)
}

function contentOf(file: string, noun: string): unknown {
  try {
    return parse(readTextFile(file))
  } catch (error) {
    // The library shows the line below what it says of it.
    const [why = ''] = whyUnread(error).split('\n')
    throw new UsageError(`${noun} ${file}: ${why.replace(/:$/, '')}`)
  }
}

/** Whether the last day on which something holds (`2026-12-31`), in UTC, is over. @param now milliseconds since 1970 */
export const isExpired = ({ expires }: { expires: string }, now: number): boolean =>
  new Date(now).toISOString().slice(0, 10) > expires
