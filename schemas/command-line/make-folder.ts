import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a folder, and those that are missing on the way to it. Node's own `recursive` spins for ever below /proc. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Somebody else, another shard perhaps, may have made it meanwhile.
    if (!isFolder(path)) throw error
  }
}

/** Whether a folder is there. */
export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
