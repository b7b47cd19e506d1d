import { readFileSync, statSync } from 'node:fs'
import { codeOf } from '../../../schemas/thrown.ts'

export const hasCode = (error: unknown, code: string): boolean => codeOf(error) === code

/** Whether an error says that a file is not there, or no more. */
export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')

/** Milliseconds since the file was written; null when it is gone. */
export function ageOf(file: string): number | null {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** What a file holds; null when it is gone. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
