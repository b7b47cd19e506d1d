import { checkedTarget, permissionsOf, readTargetFile } from '../../schemas/command-line/target-file.ts'
import { checkOptions, type Rule } from '../../schemas/given.ts'
import { shown } from '../../schemas/in-words.ts'
import { hasFields } from '../../schemas/tables.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { mistakesIn, without } from './target-mistakes.ts'
import type { Target } from './target.ts'
import type { TargetFile } from '../../schemas/types.ts'

/** Target: an object that `loadTarget` returned, a file, an address, or the content of a target file. */
export type GivenTarget = Target | TargetFile | string

/** Options of the command line that name or extend a target. */
export interface TargetOptions {
  target?: string
  base_url?: string
  api_key?: string
  allow?: string[]
  profile?: string
}

/**
 * The target that a file, an address or `base_url` and `api_key` name.
 * @throws {UsageError} in one line that says what is wrong with which field.
 */
export async function loadTarget(
  options: TargetOptions,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Target> {
  checkOptions('loadTarget', options, RULES)
  if (options.allow !== undefined && options.profile !== undefined)
    throw new UsageError('--profile names a set of permissions: give it or --allow, not both')
  const file: Partial<TargetFile> =
    options.target === undefined ? {} : await readTargetFile(options.target, env)
  const { allow: _, ...others } = file
  const api_key = options.api_key ?? (options.target === undefined ? env['INVOICING_API_KEY'] : undefined)
  const target = parseTarget(
    {
      ...(options.profile === undefined ? file : { ...others, profile: options.profile }),
      ...(options.base_url !== undefined && { base_url: options.base_url }),
      ...(api_key !== undefined && { api_key }),
      ...(options.allow !== undefined && { allow: options.allow }),
    },
    env,
  )
  if (options.allow === undefined && options.profile === undefined) seeThatHooksAreAllowed(target)
  return target
}

const ORDER_HOOKS = [
  'create_order',
  'create_draft_order',
  'edit_order',
  'edit_draft_order',
  'delete_order',
] as const

/** A file that lets the run write, and has hooks for orders, must say whether orders may be edited. */
function seeThatHooksAreAllowed({ allow, hooks }: Target): void {
  const hook = ORDER_HOOKS.find((name) => hooks[name] !== undefined)
  if (hook === undefined || allow.size === 0 || allow.has('orders')) return
  throw new UsageError(`target: hooks.${hook} needs orders in allow: add it, or leave the hook out`)
}

const TEXT: Rule = [(value) => typeof value === 'string', 'a text']
const RULES = {
  target: TEXT,
  base_url: TEXT,
  api_key: TEXT,
  allow: [Array.isArray, 'a list of permissions'],
  profile: TEXT,
} as const

/**
 * The target that was given, read where that is still to do.
 * @param caller the function that was given it, as messages name it
 * @throws {UsageError} where it is mistaken
 */
export async function targetOf(caller: string, given: GivenTarget): Promise<Target> {
  if (typeof given === 'string') return loadTarget({ target: given })
  if (!hasFields(given))
    throw new TypeError(
      `${caller} takes a target: a file, an address or what such a file holds; it was given ${shown(given)}`,
    )
  return isRead(given) ? given : parseTarget(given)
}

/** What is read has its permissions as a set, which no file has. */
const isRead = (given: Target | TargetFile): given is Target => given.allow instanceof Set

/**
 * A target from the content of a target file; `${NAME}` is read from the environment.
 * @throws {UsageError}
 */
export function parseTarget(content: unknown, env: NodeJS.ProcessEnv = process.env): Target {
  const { file, empty } = checkedTarget(content, env)
  seeThatHooksNameTheirOrder(file)
  return mistakesIn(file, empty).reduce(without, filled(file))
}

const HOOKS_OF_ONE_ORDER = ['edit_order', 'edit_draft_order', 'read_order', 'delete_order'] as const

/** An address without the order's id might mean all orders. */
function seeThatHooksNameTheirOrder({ hooks }: TargetFile): void {
  const mistaken = HOOKS_OF_ONE_ORDER.filter((name) => hooks?.[name]?.url.includes('{order_id}') === false)
  if (mistaken.length === 0) return
  throw new UsageError(mistaken.map((name) => `target: hooks.${name}.url must contain {order_id}`).join('\n'))
}

function filled(file: TargetFile): Target {
  return {
    base_url: file.base_url.replace(/\/+$/, ''),
    api_key: file.api_key,
    other_store_api_key: file.other_store_api_key ?? null,
    free_plan_api_key: file.free_plan_api_key ?? null,
    rate_limited_api_key: file.rate_limited_api_key ?? null,
    order_ids: [...new Set(file.order_ids)],
    draft_order_ids: [...new Set(file.draft_order_ids)],
    allow: permissionsOf(file),
    email_recipients: file.email_recipients ?? (file.profile === 'disposable' ? ['*'] : []),
    hooks: file.hooks ?? {},
    patience_ms: (file.patience_seconds ?? 30) * 1000,
    mistakes: [],
  }
}
