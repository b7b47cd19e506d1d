import { crc32 } from 'node:zlib'
import type { Change } from './tables.ts'

/**
 * A group is one line of a file: what is saved by one append, all of it or nothing.
 *
 *     ["<CRC-32 of what follows, to the end of the line>",[[store,table,key,document],[store,table,key,null],[dropped store]]]
 */
export function encodeGroup(changes: readonly Change[]): Buffer {
  const rest = Buffer.from(`[${changes.map((change) => JSON.stringify(change)).join(',')}]]\n`)
  return Buffer.concat([Buffer.from(headOf(rest)), rest])
}

/** The changes in a line (with its newline), or null when it is not what `encodeGroup` made. */
export function decodeGroup(line: Buffer): Change[] | null {
  const rest = line.subarray(HEAD_LENGTH)
  if (line.at(-1) !== NEWLINE || line.toString('latin1', 0, HEAD_LENGTH) !== headOf(rest)) return null
  return JSON.parse(rest.toString('utf8', 0, rest.length - 2)) as Change[]
}

/** Whether an append that was cut short left this: its end is missing, or blocks of it, which then read as zeros. */
export const isTorn = (line: Buffer): boolean => line.at(-1) !== NEWLINE || line.includes(0)

const NEWLINE = 10
const HEAD_LENGTH = '["01234567",'.length
const headOf = (rest: Buffer): string => `["${crc32(rest).toString(16).padStart(8, '0')}",`
