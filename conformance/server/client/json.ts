import type { ReceivedResponse } from './exchange.ts'
import { Unreadable } from './obstacles.ts'
import type { Answer } from './transport.ts'

/** The contract nests no deeper than six levels. What looks into answers is recursive, and a hundred thousand would end it. */
const DEEPEST = 200

/** The value of a JSON text, undefined when it is none. @throws {Unreadable} when it nests too deep to be looked into */
export function parsedJson(text: string): unknown {
  if (hasManyLevels(text) && nesting(text) > DEEPEST)
    throw new Unreadable(`the answer nests deeper than ${DEEPEST} levels, which is more than is read`)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether it may be too deep: few texts have so many brackets at all, and these are found fastest. */
function hasManyLevels(text: string): boolean {
  if (text.length <= DEEPEST) return false
  let left = DEEPEST
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0 && left >= 0; at = text.indexOf(bracket, at + 1)) left--
  return left < 0
}

/** The levels of objects and arrays in a JSON text; brackets in strings aside. */
function nesting(text: string): number {
  let [level, deepest, isString] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isString) {
      if (character === '\\') at++
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++level)
    else if (character === '}' || character === ']') level--
  }
  return deepest
}

/** An answer as it came, with its body as text and, where it is JSON, parsed. */
export function received({ status, headers, bytes }: Answer): ReceivedResponse {
  const text = bytes.toString('utf8')
  return { status, headers, text, json: parsedJson(text) }
}
