import { readFileSync } from 'node:fs'
import { faultInWords, jsonFault } from '../violations/json-fault.ts'

/** The text of a file, without the mark that some editors put before it. @throws what says why it cannot be read */
export function readTextFile(file: string): string {
  const bytes = readFileSync(file)
  if (isUtf16(bytes)) throw new Error('it is UTF-16, as `>` of PowerShell writes: save it as UTF-8')
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/** What such a file begins with, in either order of bytes. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** What a JSON text says. @throws {SyntaxError} that says where and why; it quotes one sign at most, as there may be keys */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const fault = jsonFault(text)
    throw new SyntaxError(`it is no JSON${fault ? `: ${faultInWords(fault)}` : ''}`, { cause: error })
  }
}
