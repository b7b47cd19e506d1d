import { isDeeperThan } from '../../schemas/nesting.ts'
import { hasFields } from '../../schemas/tables.ts'
import { AdminError } from '../desk/admin-error.ts'
import { knownFields, orWhat } from '../desk/fields.ts'

/** How deep a body may be nested; what it describes needs six. */
const MOST_LEVELS = 64

/** Signs of a body that is no scenario: an order of some ten thousand lines. */
const MOST_SIGNS = 4_000_000

/** The JSON object of a body's text; an empty one where there is none. */
export function jsonObject(text: string): Record<string, unknown> {
  if (text.length > MOST_SIGNS) throw new AdminError(413, `The body is larger than ${MOST_SIGNS / 1e6} MB.`)
  if (text.trim() === '') return {}
  const body = parsed(text)
  if (isDeeperThan(MOST_LEVELS, body))
    throw new AdminError(422, `The body is nested deeper than ${MOST_LEVELS} levels.`)
  if (hasFields(body)) return body
  throw new AdminError(422, 'The body must be a JSON object.')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new AdminError(400, `The body is no JSON: ${error.message}`)
    throw error
  }
}

/** Refuses a query with other parameters than these, naming the nearest. */
export function knownParameters(query: object, names: readonly string[]): void {
  for (const name of Object.keys(query))
    if (!names.includes(name))
      throw new AdminError(400, `There is no parameter "${name}"; ${orWhat(name, names)}`)
}

/** Refuses a body with fields where the request takes none. */
export const noFields = (body: object): object => knownFields(body, [])
