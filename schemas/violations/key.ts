import { hasFields } from '../tables.ts'
import type { Violation } from '../types.ts'
import type { Reading, Rule } from './reading.ts'
import { placeOf } from './words.ts'

const HEADER = 'x-auth-token'
const WHERE = `headers.${HEADER}`

/** The key as messages show it, which never show the one that was sent. */
const RIGHT = 'X-Auth-Token: <API_KEY>'

/** Names under which other services take a key. */
const KEY_NAME =
  /^(?:x[-_]?)?(?:authorization|(?:api|auth|access|app|invoicing|service)[-_]?(?:key|token)|auth|token|key)$/i

/** Whether a header, a parameter or a field is called as if it held the key. */
export const isKeyName = (name: string): boolean => name.length < 40 && KEY_NAME.test(name)

/**
 * What is told of a key that stands elsewhere than in its header.
 * @param path from `headers`, `query` or `body` on
 */
export const misplacedKey = (path: readonly string[]): Violation => ({
  rule: 'key-place',
  where: placeOf(path),
  says: `The key belongs in the header X-Auth-Token alone, not in ${path.at(-1)} of the ${path[0]}.`,
  instead: RIGHT,
})

/** Every request carries the key, as it is, in X-Auth-Token (specification §5.1). */
export const key: Rule = (seen) => {
  const { headers, repeated_headers: repeated = [] } = seen.request
  const sent = headers[HEADER]?.trim()
  if (!sent) return lacking(seen)
  if (repeated.includes(HEADER)) return [TWICE]
  const also = Object.keys(headers).filter((name) => name !== HEADER && hasKey(headers[name] ?? '', sent))
  return [
    ...(MISTAKES.find(({ pattern }) => pattern.test(sent))?.found ?? []),
    ...also.map((name) => misplacedKey(['headers', name])),
  ]
}

/** Whether a text is the key, be it after a word such as Bearer; of two letters that would be chance. */
const hasKey = (text: string, sent: string): boolean =>
  sent.length >= 8 && (text.trim() === sent || text.trim().endsWith(` ${sent}`))

/** What a key never is; of each what is told. */
const MISTAKES: readonly { readonly pattern: RegExp; readonly found: readonly Violation[] }[] = [
  {
    pattern: /^(?:bearer|basic|token|key|apikey)\s/i,
    found: [
      keyMistake(
        'key-place',
        'X-Auth-Token must hold the key alone, without a word such as Bearer before it.',
      ),
    ],
  },
  {
    pattern: /^(?:undefined|null|none|nil|\[object Object\]|<.*>|\$\{?\w+\}?|\{\{.*\}\})$/i,
    found: [
      keyMistake(
        'malformed',
        'X-Auth-Token holds what stands in for a key, so a variable was not filled in.',
      ),
    ],
  },
  {
    pattern: /^(["']).*\1$/,
    found: [keyMistake('malformed', 'X-Auth-Token must hold the key without quotes around it.')],
  },
]

const TWICE = keyMistake(
  'malformed',
  'X-Auth-Token was sent more than once: send the key of one store, once.',
)

function keyMistake(rule: Violation['rule'], says: string): Violation {
  return { rule, where: WHERE, says, instead: RIGHT }
}

function lacking(seen: Reading): Violation[] {
  const elsewhere = Object.keys(seen.request.headers).filter((name) => name !== HEADER && isKeyName(name))
  if (elsewhere.length > 0) return elsewhere.map((name) => misplacedKey(['headers', name]))
  // Those are told where they stand.
  if (otherNames(seen).some(isKeyName)) return []
  return [keyMistake('missing', 'Every request must carry the key of its store in the header X-Auth-Token.')]
}

/** The names in query and body. */
const otherNames = ({ query, body }: Reading): string[] => [
  ...query.map(({ name }) => name),
  ...(body.kind === 'json' && hasFields(body.value) ? Object.keys(body.value) : []),
]
