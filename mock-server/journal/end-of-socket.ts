import type { Socket } from 'node:net'

const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back when a connection ends, and answers what takes that back. However many answers of a connection wait for
 * their turn, it has one listener.
 */
export function onEndOf(socket: Socket, ended: () => void): () => void {
  const known = waiting.get(socket) ?? listened(socket)
  known.add(ended)
  return () => known.delete(ended)
}

function listened(socket: Socket): Set<() => void> {
  const callers = new Set<() => void>()
  waiting.set(socket, callers)
  socket.once('close', () => callers.forEach((ended) => ended()))
  return callers
}
