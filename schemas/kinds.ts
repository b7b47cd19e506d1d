import type { ErrorObject } from 'ajv/dist/2020.js'

/** The field by which the values of a `oneOf` tell which of them they are. */
const TAG = 'kind'

/**
 * The errors of ajv (all of them, `allErrors`) with those of each `oneOf` narrowed to what the value is meant to be by its
 * `kind`: of the others it breaks every rule, which nobody wants to read. Where it is of no kind, that is the one error.
 */
export function meantErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf')
  return choices.reduce(narrowed, [...errors])
}

function narrowed(errors: ErrorObject[], choice: ErrorObject): ErrorObject[] {
  const inside = errors.filter((error) => isInside(error, choice))
  if (inside.length === 0) return errors
  const others = errors.filter((error) => error !== choice && !inside.includes(error))
  const isTag = (error: ErrorObject) => tagged(error) === `${choice.instancePath}/${TAG}`
  const meant = branchesOf(inside, choice).filter((branch) => !branch.some(isTag))
  return [...others, ...(shortest(meant) ?? asOne(inside.filter(isTag)))]
}

const isInside = ({ schemaPath, instancePath }: ErrorObject, choice: ErrorObject): boolean =>
  schemaPath.startsWith(`${choice.schemaPath}/`) && `${instancePath}/`.startsWith(`${choice.instancePath}/`)

/** The errors of each branch. */
function branchesOf(inside: readonly ErrorObject[], { schemaPath }: ErrorObject): ErrorObject[][] {
  const branches = new Map<string, ErrorObject[]>()
  for (const error of inside) {
    const [branch = ''] = error.schemaPath.slice(schemaPath.length + 1).split('/')
    branches.set(branch, [...(branches.get(branch) ?? []), error])
  }
  return [...branches.values()]
}

const shortest = ([first, ...rest]: readonly ErrorObject[][]): ErrorObject[] | undefined =>
  first && rest.reduce((best, each) => (each.length < best.length ? each : best), first)

/** The field that an error is about. */
function tagged({ instancePath, params }: ErrorObject): string {
  const { missingProperty } = params
  return missingProperty === undefined ? instancePath : `${instancePath}/${missingProperty}`
}

/** What every branch says of the tag, once: the kinds of all of them are allowed. */
function asOne(errors: readonly ErrorObject[]): ErrorObject[] {
  const kinds = [...new Set(errors.flatMap(({ params }) => params.allowedValues ?? []))]
  const whole = { params: { allowedValues: kinds }, parentSchema: { type: 'string', enum: kinds } }
  return [...new Set(errors.map(({ keyword }) => keyword))].flatMap((wanted) => {
    const found = errors.find(({ keyword }) => keyword === wanted)
    return found ? [wanted === 'enum' ? { ...found, ...whole } : found] : []
  })
}
