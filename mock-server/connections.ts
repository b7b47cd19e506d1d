import { readdirSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Server as SocketServer } from 'node:net'
import { isSystemError } from './db/system-error.ts'

/** File descriptors that are left for data, fonts, code and child processes, and connections that are let in however few. */
const FOR_FILES = 56
const LEAST_CONNECTIONS = 8

/**
 * Lets in no more connections than leave descriptors for files: without those nothing can be loaded or compacted, and
 * what Node has once failed to load it never tries again. Who comes on top is hung up on, as the system would do.
 */
export function limitConnections(server: Server): void {
  const free = freeDescriptors()
  if (free !== null) server.maxConnections = Math.max(LEAST_CONNECTIONS, free - FOR_FILES)
}

/** The port that a server listens on. */
export function portOf(server: SocketServer): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}

/** How many more files and sockets this process may open; null where the system does not say. */
function freeDescriptors(): number | null {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? null : Number(limit) - readdirSync('/proc/self/fd').length
  } catch (error) {
    // Only Linux has these.
    if (isSystemError(error)) return null
    throw error
  }
}
