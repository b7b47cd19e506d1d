import { checkedTarget, permissionsOf, readTargetFile } from '../../schemas/command-line/target-file.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { PERMISSIONS, type Permission } from '../../schemas/permissions.ts'
import { isOneOf } from '../../schemas/tables.ts'
import { didYouMean } from '../../schemas/nearest.ts'
import type { TargetFile } from '../../schemas/types.ts'

/** What the command line says of where a story plays. */
export interface Aim {
  /** A target file, the address of one, or that of the API itself. */
  target: string
  /** In the place of what the file permits. */
  allow: readonly string[] | undefined
}

/** Where a story plays, and what it may do there. */
export interface Target {
  file: TargetFile
  allowed: ReadonlySet<Permission>
}

interface Wants {
  allow?: readonly Permission[]
  needs?: readonly string[]
}

/**
 * The target that a story is aimed at, if it permits and has what the story wants.
 * @throws {UsageError} in a line that says what is missing
 */
export async function openTarget(
  { target, allow }: Aim,
  { allow: wanted = [], needs = [] }: Wants,
  env: NodeJS.ProcessEnv,
): Promise<Target> {
  const content = {
    ...keyFrom(env),
    ...(await contentOf(target, env)),
    ...(allow && { allow: known(allow) }),
  }
  const { file } = checkedTarget(content, env)
  const allowed = permissionsOf(file)
  const missing = wanted.filter((each) => !allowed.has(each))
  if (missing.length > 0) throw new UsageError(`this story needs --allow ${missing.join(',')}`)
  const lacking = needs.filter((field) => !has(file, field))
  if (lacking.length > 0) throw new UsageError(`this story needs ${lacking.join(' and ')} in the target`)
  return { file: { ...file, base_url: file.base_url.replace(/\/+$/, '') }, allowed }
}

const API = '/api/v1/external'

/** The address of the API itself is a target that has nothing else. */
const contentOf = async (target: string, env: NodeJS.ProcessEnv): Promise<object> =>
  /^https?:/.test(target) && target.replace(/\/+$/, '').endsWith(API)
    ? { base_url: target }
    : readTargetFile(target, env)

/** The key for a target that has none. */
function keyFrom({ INVOICING_API_KEY: api_key }: NodeJS.ProcessEnv): object {
  return api_key ? { api_key } : {}
}

function known(allow: readonly string[]): readonly string[] {
  const all = [...PERMISSIONS, 'all'] as const
  const wrong = allow.find((each) => !isOneOf(all, each))
  if (wrong === undefined) return allow
  throw new UsageError(`--allow ${wrong}: ${didYouMean(wrong, all)}`)
}

/** Whether a field, or one in `hooks`, holds anything. */
function has(file: TargetFile, field: string): boolean {
  const value = field.split('.').reduce<unknown>((part, step) => Reflect.get(Object(part), step), file)
  return Array.isArray(value) ? value.length > 0 : value !== undefined
}
