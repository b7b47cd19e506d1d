import type { ErrorObject } from 'ajv/dist/2020.js'
import { allowedBy, shown } from '../schemas/in-words.ts'
import { meantErrors } from '../schemas/kinds.ts'
import { didYouMean, mustBeOneOf } from '../schemas/nearest.ts'
import { WRITABLE } from '../schemas/moments.ts'
import { schema, schemaNames, type SchemaNode } from '../schemas/schema-files.ts'
import type { Mistake, Path } from './mistakes.ts'

/** A part of a schema file as it stands there. */
type Node = SchemaNode & { readonly $id?: string }

/** What a value of our own formats must be. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': WRITABLE,
  'scenario-time':
    'a time before the clock such as -3d or -90m, or a date-time such as 2026-03-01T09:30:00.000Z',
  'scenario-moment': 'a date-time such as 2026-03-01T09:30:00.000Z, of a year from 1970 to 9998',
  'scenario-currency': 'an ISO 4217 currency code such as EUR',
  'scenario-locale': 'a locale such as en or pt-BR',
}

/** The errors of ajv in our words, one for each place, and one for each field that it lacks; `if` says nothing that the error inside its `then` does not. */
export function mistakesOf(errors: readonly ErrorObject[], files: readonly Node[]): Mistake[] {
  const words = new SchemaWords(files)
  const mistakes = meantErrors(errors)
    .filter(({ keyword }) => keyword !== 'if')
    .flatMap((error) => words.mistakes(error))
  const byPlace = new Map(mistakes.map((mistake) => [placeOf(mistake), mistake]))
  return [...byPlace.values()]
}

const LACKS = 'lacks '

const placeOf = ({ path, field, says }: Mistake): string =>
  JSON.stringify([path, field, says.startsWith(LACKS) && says])

class SchemaWords {
  /** The file that each part of a schema stands in. */
  readonly #files = new Map<unknown, Node>()
  readonly #byId = new Map<string, Node>()

  constructor(own: readonly Node[]) {
    for (const file of [...own, ...schemaNames().map(schema)]) {
      this.#byId.set(String(file.$id), file)
      this.#enter(file, file)
    }
  }

  mistakes({ instancePath, keyword, params, parentSchema, data, schemaPath }: ErrorObject): Mistake[] {
    const path = pathOf(instancePath)
    const node = this.#resolved(parentSchema ?? {})
    const field = params.additionalProperty ?? params.unevaluatedProperty
    if (field !== undefined) return this.#stranger(path, String(field), node)
    if (keyword === 'required') return [this.#missing(path, String(params.missingProperty), node)]
    const orEmpty = schemaPath.includes('/then/') ? ', or empty' : ''
    const [must, is] = [`${this.#allowed(node)}${orEmpty}`, `, and is ${shown(data)}`]
    if (!node.enum || typeof data !== 'string') return [{ path, says: `must be ${must}${is}` }]
    return [{ path, says: mustBeOneOf(data, node.enum.map(String), must, is) }]
  }

  /** A field may be unknown to a part of a schema and known to the whole. */
  #stranger(path: Path, field: string, { properties = {} }: Node): Mistake[] {
    if (Object.hasOwn(properties, field)) return []
    return [
      { path, field, says: `has no field ${shown(field)}; ${didYouMean(field, Object.keys(properties))}` },
    ]
  }

  #missing(path: Path, field: string, { properties = {} }: Node): Mistake {
    const node = Object.hasOwn(properties, field) ? properties[field] : undefined
    const what = node ? `: ${this.#allowed(this.#resolved(node))}` : ''
    return { path, says: `${LACKS}${field}${what}` }
  }

  #allowed(node: Node): string {
    return FORMATS[node.format ?? ''] ?? allowedBy(node)
  }

  /** The part with what it refers to, its fields with those of the other. */
  #resolved(node: Node): Node {
    if (node.$ref === undefined) return node
    const { $ref, ...own } = node
    const referred = this.#resolved(this.#follow($ref, this.#files.get(node)))
    const properties = { ...referred.properties, ...own.properties }
    return { ...referred, ...own, ...(Object.keys(properties).length > 0 && { properties }) }
  }

  #follow(reference: string, file: Node | undefined): Node {
    const { href, hash } = new URL(reference, file?.$id)
    const steps = decodeURIComponent(hash).split('/').slice(1)
    const root = this.#byId.get(href.slice(0, href.length - hash.length))
    return steps.reduce<object>((part, step) => Reflect.get(part, step) ?? {}, root ?? {})
  }

  #enter(part: unknown, file: Node): void {
    if (typeof part !== 'object' || part === null) return
    this.#files.set(part, file)
    for (const inner of Object.values(part)) this.#enter(inner, file)
  }
}

/** ajv writes each step as text; those of lists are numbers to us. */
function pathOf(instancePath: string): Path {
  const steps = instancePath.split('/').slice(1)
  return steps.map((step) =>
    /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~'),
  )
}
