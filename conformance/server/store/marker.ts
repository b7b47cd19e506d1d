import { randomBytes } from 'node:crypto'

/** Marks what a run creates: `ik`, then the time in base 36, then chance. */
export const newMarker = (): string => `ik${Date.now().toString(36)}${randomBytes(3).toString('hex')}`

const MARKER = /\bik([0-9a-z]{8})[0-9a-f]{6}\b/

/** True for a text that `newMarker` could return. */
export const isMarker = (text: unknown): text is string =>
  typeof text === 'string' && MARKER.exec(text)?.[0] === text

/** When the run began whose marker a text bears, in milliseconds since 1970; null for a text of nobody's run. */
export function markedAt(text: unknown): number | null {
  const time = MARKER.exec(String(text))?.[1]
  return time === undefined ? null : Number.parseInt(time, 36)
}

/** Fields of templates and customers that bear the marker of the run that made them. */
const MARKED = ['name', 'last_name', 'email'] as const

/** When the run began that made a record, where it is none of this run's; null for any other record. */
export function otherRunOf(record: object, marker: string): number | null {
  const texts = markedTexts(record)
  return texts.includes(marker) ? null : markedAt(texts)
}

/** Whether a record is of any run. */
export const isMarked = (record: object): boolean => markedAt(markedTexts(record)) !== null

/** Whether a record is of this run. */
export const isOfRun = (record: object, marker: string): boolean => markedTexts(record).includes(marker)

function markedTexts(record: object): string {
  const shown: Record<string, unknown> = { ...record }
  return MARKED.map((field) => shown[field]).join(' ')
}
