import { readFileSync } from 'node:fs'
import { messageOf } from '../../schemas/thrown.ts'
import type { TargetFile } from '../../schemas/types.ts'
import { fileProblems } from './file-problems.ts'
import { mistakesIn, without, type EmptyVariable } from './target-mistakes.ts'
import { PERMISSIONS, type Permission, type Target } from './target.ts'
import { UsageError } from './usage-error.ts'

/** What the command line adds to a target or stands in for it. */
export interface TargetOptions {
  target?: string
  base_url?: string
  api_key?: string
  allow?: string[]
}

/**
 * The target that a file, an address or `base_url` and `api_key` name.
 * @throws {UsageError} in one line that says what is wrong with which field.
 */
export async function loadTarget(
  options: TargetOptions,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Target> {
  const file = options.target === undefined ? {} : await readTargetFile(options.target, env)
  const api_key = options.api_key ?? (options.target === undefined ? env['INVOICING_API_KEY'] : undefined)
  return parseTarget(
    {
      ...file,
      ...(options.base_url !== undefined && { base_url: options.base_url }),
      ...(api_key !== undefined && { api_key }),
      ...(options.allow !== undefined && { allow: options.allow }),
    },
    env,
  )
}

/** What it holds is checked by parseTarget. */
async function readTargetFile(source: string, env: NodeJS.ProcessEnv): Promise<object> {
  try {
    const content: unknown = JSON.parse(await targetText(source, env))
    return Object(content)
  } catch (error) {
    // A syntax error quotes what stands there: that may be a key.
    const why = error instanceof SyntaxError ? 'it is no JSON' : messageOf(causeOf(error))
    throw new UsageError(`cannot read the target ${source}: ${why}`)
  }
}

/** A fetch that fails says why in its cause. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error

const ADMIN_TOKEN = 'INVOICING_KIT_ADMIN_TOKEN'

async function targetText(source: string, env: NodeJS.ProcessEnv): Promise<string> {
  if (!/^https?:\/\//.test(source)) return readFileSync(source, 'utf8')
  const token = isAdminUrl(source) ? env[ADMIN_TOKEN] : undefined
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
 * A target from the content of a target file; `${NAME}` is read from the environment.
 * @throws {UsageError}
 */
export function parseTarget(content: unknown, env: NodeJS.ProcessEnv = process.env): Target {
  const empty: EmptyVariable[] = []
  const file = withEnvironment(content, env, empty)
  const problems = fileProblems('target', file).map((problem) => `target: ${problem}`)
  if (problems.length > 0) throw new UsageError(...problems)
  const target = file as TargetFile // the schema says so
  return mistakesIn(target, empty).reduce(without, targetOf(target))
}

function targetOf(file: TargetFile): Target {
  if (!URL.canParse(file.base_url)) throw new UsageError(`target: base_url ${file.base_url} is no URL`)
  return {
    base_url: file.base_url.replace(/\/+$/, ''),
    api_key: file.api_key,
    other_store_api_key: file.other_store_api_key ?? null,
    free_plan_api_key: file.free_plan_api_key ?? null,
    rate_limited_api_key: file.rate_limited_api_key ?? null,
    order_ids: [...new Set(file.order_ids)],
    draft_order_ids: [...new Set(file.draft_order_ids)],
    // Beside `all` the schema knows the permissions alone.
    allow: new Set(file.allow?.includes('all') ? PERMISSIONS : (file.allow as Permission[] | undefined)),
    hooks: file.hooks ?? {},
    patience_ms: (file.patience_seconds ?? 30) * 1000,
    mistakes: [],
  }
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
