import { OPERATIONS, type Operation } from '../operations.ts'
import { fieldsOf } from '../resources.ts'
import type { Violation } from '../types.ts'
import { isKeyName, misplacedKey } from './key.ts'
import type { Call, Parameter, Rule } from './reading.ts'
import { strangeName } from './strange-name.ts'
import { callOf, named, placeOf } from './words.ts'

/** Every parameter is one of the operation's, given once, and can be decoded. */
export const query: Rule<Call> = (call) => {
  const { query: schema }: Operation = OPERATIONS[call.operation]
  const known = schema ? Object.keys(fieldsOf(schema)) : []
  const counts = new Map<string, number>()
  for (const { name } of call.query) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].flatMap(([name, count]) =>
    known.includes(name) ? repeated(name, count) : [unknown(name, known, call)],
  )
  return [...names, ...undecoded(call.query.filter(({ name }) => known.includes(name)))]
}

function unknown(name: string, known: readonly string[], { operation }: Call): Violation {
  if (isKeyName(name)) return misplacedKey(['query', name])
  const { body }: Operation = OPERATIONS[operation]
  const has = `${callOf(operation)} has no query parameter ${named(name)}`
  if (body && Object.hasOwn(fieldsOf(body), name))
    return {
      rule: 'unknown-parameter',
      where: placeOf(['query', name]),
      says: `${has}: it belongs in the body.`,
      instead: `body.${name}`,
    }
  return strangeName('unknown-parameter', ['query', name], has, known)
}

function repeated(name: string, count: number): Violation[] {
  if (count === 1) return []
  const says = `The query parameter ${name} has one value, and is given ${count} times.`
  return [{ rule: 'malformed', where: `query.${name}`, says }]
}

const undecoded = (parameters: readonly Parameter[]): Violation[] =>
  parameters
    .filter(({ value }) => value === undefined)
    .map(({ name }) => ({
      rule: 'malformed',
      where: placeOf(['query', name]),
      says: `The value of the query parameter ${named(name)} is not percent-encoded UTF-8: write % as %25.`,
    }))
