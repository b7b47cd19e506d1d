import type { Target } from '../target.ts'

/** A part of a sent key: text as it is, or a part of a key of the target as a shell takes it from its variable. */
export type KeyPiece = { text: string } | { variable: string }

/** Shorter parts of a key give nothing away. */
const SHORTEST = 4

/** What was sent as the key, told by the variables that hold the keys: `${INVOICING_API_KEY:0:31}` and `x`. */
export function keyPieces(sent: string, target: Target): KeyPiece[] {
  const keys = keysOf(target)
  const whole = keys
    .map(([name, key]) => wholeKey(sent, name, key))
    .find((variable) => variable !== undefined)
  return whole === undefined ? split(sent, keys) : [{ variable: whole }]
}

function keysOf(target: Target): [name: string, key: string][] {
  const keys: [string, string | null][] = [
    ['INVOICING_API_KEY', target.api_key],
    ['INVOICING_OTHER_STORE_API_KEY', target.other_store_api_key],
    ['INVOICING_FREE_PLAN_API_KEY', target.free_plan_api_key],
    ['INVOICING_RATE_LIMITED_API_KEY', target.rate_limited_api_key],
  ]
  return keys.filter((entry): entry is [string, string] => entry[1] !== null)
}

/** The key itself, or all of it in another letter case, as bash writes it. */
function wholeKey(sent: string, name: string, key: string): string | undefined {
  if (sent === key) return `$${name}`
  if (sent === key.toUpperCase()) return `\${${name}^^}`
  if (sent === key.toLowerCase()) return `\${${name},,}`
  return sent.toLowerCase() === key.toLowerCase() && sent === swapped(key) ? `\${${name}~~}` : undefined
}

const swapped = (key: string) =>
  [...key]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')

function split(sent: string, keys: [string, string][]): KeyPiece[] {
  const pieces: KeyPiece[] = []
  let text = ''
  for (let at = 0; at < sent.length;) {
    const piece = longestPiece(sent.slice(at), keys)
    if (piece === undefined) text += sent[at++]
    else {
      if (text !== '') pieces.push({ text })
      text = ''
      pieces.push({ variable: piece.variable })
      at += piece.length
    }
  }
  return text === '' ? pieces : [...pieces, { text }]
}

/** The longest part of any key that the text begins with. */
function longestPiece(
  text: string,
  keys: [string, string][],
): { variable: string; length: number } | undefined {
  const parts = keys.flatMap(([name, key]) =>
    Array.from(key, (_, from) => {
      const length = sharedLength(text, key.slice(from))
      const whole = length === key.length
      return { length, whole, variable: whole ? `\${${name}}` : `\${${name}:${from}:${length}}` }
    }),
  )
  return parts
    .filter(({ length, whole }) => whole || length >= SHORTEST)
    .reduce<(typeof parts)[number] | undefined>(
      (best, part) => (best && best.length >= part.length ? best : part),
      undefined,
    )
}

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}
