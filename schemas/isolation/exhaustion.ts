/** Line that the watchdog of a child process writes before it ends the process for its memory. */
export const MEMORY_MARKER = 'isolation: memory limit exceeded'

/** Texts of V8 and Node when memory is exhausted or a value exceeds its maximum size. */
const EXHAUSTION =
  /heap out of memory|heap limit|invalid size|allocation failed|Invalid string length|Cannot create a string longer|maximum size exceeded/i

/** True if an error message or the last output of a process says that memory was exhausted. */
export const isMemoryExhausted = (text: string): boolean =>
  text.includes(MEMORY_MARKER) || EXHAUSTION.test(text)

/** True if an error message says that the call stack was exhausted. */
export const isStackExhausted = (text: string): boolean => text.includes('Maximum call stack size exceeded')
