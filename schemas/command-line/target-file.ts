import { BEARER_SAYS, isBearer } from '../http/bearer.ts'
import { whyUnread } from '../thrown.ts'
import { PERMISSIONS, PROFILES, type Permission } from '../permissions.ts'
import type { TargetFile } from '../types.ts'
import { fileProblems } from './file-problems.ts'
import { parseJson, readTextFile } from './text-file.ts'
import { UsageError } from './usage-error.ts'

/** The permissions of a target file: those that `allow` lists, else those of its profile; `all` lists each. */
export function permissionsOf({
  allow,
  profile,
}: Pick<TargetFile, 'allow' | 'profile'>): ReadonlySet<Permission> {
  const granted: readonly (Permission | 'all')[] = allow ?? (profile === undefined ? [] : PROFILES[profile])
  return new Set(PERMISSIONS.filter((each) => granted.includes(each) || granted.includes('all')))
}

/** A variable of the environment that is set to nothing, as a secret is that a CI does not have. */
export interface EmptyVariable {
  readonly name: string
  /** Where the file names it. */
  readonly path: readonly (string | number)[]
}

/**
 * The content of a target file as it stands there; of a mock's `/__admin/target` with the token of the admin API.
 * `checkedTarget` tells what is wrong in it.
 * @throws {UsageError} where it cannot be read
 */
export async function readTargetFile(source: string, env: NodeJS.ProcessEnv): Promise<object> {
  try {
    return Object(parseJson(await targetText(source, env)))
  } catch (error) {
    // The cause of a syntax error quotes what stands there: that may be a key.
    const why = error instanceof SyntaxError ? error.message : whyUnread(causeOf(error))
    throw new UsageError(`cannot read the target ${source}: ${why}`)
  }
}

/** A fetch that fails says why in its cause. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error

const ADMIN_TOKEN = 'INVOICING_KIT_ADMIN_TOKEN'

async function targetText(source: string, env: NodeJS.ProcessEnv): Promise<string> {
  if (!/^https?:\/\//.test(source)) return readTextFile(source)
  const token = isAdminUrl(source) ? env[ADMIN_TOKEN] : undefined
  if (token && !isBearer(token)) throw new Error(`the token in ${ADMIN_TOKEN} must be ${BEARER_SAYS}`)
  const answer = await fetch(source, {
    // The token goes where it was meant to go and nowhere else.
    redirect: 'manual',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(refusalInWords(answer, source, token))
  return answer.text()
}

/** Where the admin API of a mock serves its target file. */
const isAdminUrl = (source: string) => new URL(source).pathname.endsWith('/__admin/target')

function refusalInWords({ status, headers }: Response, source: string, token: string | undefined): string {
  const elsewhere = headers.get('location')
  if (elsewhere !== null) return `it answered ${status} and points to ${elsewhere}, which is not followed`
  if (status !== 401 || !isAdminUrl(source)) return `it answered ${status}`
  return token
    ? `it answered 401: the token in ${ADMIN_TOKEN} is not the one that the mock was started with`
    : `it answered 401: set ${ADMIN_TOKEN} to the token that the mock was started with`
}

/**
 * The content of a target file, `${NAME}` filled in from the environment.
 * @throws {UsageError} with all that is wrong
 */
export function checkedTarget(
  content: unknown,
  env: NodeJS.ProcessEnv,
): { file: TargetFile; empty: EmptyVariable[] } {
  const empty: EmptyVariable[] = []
  const filled = withEnvironment(content, env, empty)
  const problems = fileProblems('target', filled).map((problem) => `target: ${problem}`)
  if (problems.length > 0) throw new UsageError(...problems)
  const file = filled as TargetFile // the schema says so
  const isEmpty = empty.some(({ path: [field] }) => field === 'base_url')
  if (!isEmpty && !URL.canParse(file.base_url))
    throw new UsageError(`target: base_url ${file.base_url} is no URL`)
  return { file, empty }
}

/** The value with its variables filled in; those that are set to nothing are noted. */
function withEnvironment(
  value: unknown,
  env: NodeJS.ProcessEnv,
  empty: EmptyVariable[],
  path: readonly (string | number)[] = [],
): unknown {
  const inside = (item: unknown, step: string | number) => withEnvironment(item, env, empty, [...path, step])
  if (typeof value === 'string')
    return value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const text = fromEnvironment(name, env)
      if (text === '') empty.push({ name, path })
      return text
    })
  if (Array.isArray(value)) return value.map(inside)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item, key)]))
}

function fromEnvironment(name: string, env: NodeJS.ProcessEnv): string {
  const value = env[name]
  if (value === undefined) throw new UsageError(`target: the environment has no ${name}`)
  return value
}
