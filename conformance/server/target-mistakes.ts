import type { Need } from '../../schemas/clauses.ts'
import type { EmptyVariable } from '../../schemas/command-line/target-file.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { keysOf } from '../../schemas/tables.ts'
import type { TargetFile } from '../../schemas/types.ts'
import { OTHER_KEYS, type Target, type TargetField, type TargetMistake } from './target.ts'

/** The need that a field meets, or that is met less well without it. */
const NEED_OF: Record<TargetField, Need | null> = {
  other_store_api_key: 'other_store_key',
  free_plan_api_key: 'free_plan_key',
  rate_limited_api_key: 'rate_limited_key',
  'hooks.edit_order': 'edit_order',
  'hooks.edit_draft_order': 'edit_order',
  'hooks.create_order': null,
  'hooks.create_draft_order': null,
  'hooks.read_order': null,
  'hooks.delete_order': null,
  'hooks.finish_bulk': 'bulk',
  'hooks.emails': 'mailbox',
}

/** Whether what needs these is judged less for the mistake. */
export function matters({ field }: TargetMistake, needs: ReadonlySet<Need>): boolean {
  const need = NEED_OF[field]
  return need !== null && needs.has(need)
}

/** The target without the field: nothing is judged by it from then on. */
export function without(target: Target, mistake: TargetMistake): Target {
  const { field } = mistake
  const rest = field.startsWith('hooks.')
    ? {
        hooks: Object.fromEntries(Object.entries(target.hooks).filter(([name]) => `hooks.${name}` !== field)),
      }
    : { [field]: null }
  return { ...target, ...rest, mistakes: [...target.mistakes, mistake] }
}

/**
 * The mistakes that the file shows by itself.
 * @throws {UsageError} where they are in what every request needs
 */
export function mistakesIn(file: TargetFile, empty: readonly EmptyVariable[]): TargetMistake[] {
  refuse('base_url', emptyVariable(empty, 'base_url'))
  refuse('api_key', emptyVariable(empty, 'api_key') ?? unusable(file.api_key))
  return [...mistakesInKeys(file, empty), ...mistakesInHooks(file, empty)]
}

function refuse(field: string, wrong: string | null): void {
  if (wrong !== null) throw new UsageError(`target: ${field}: ${wrong}`)
}

function mistakesInKeys(file: TargetFile, empty: readonly EmptyVariable[]): TargetMistake[] {
  return OTHER_KEYS.flatMap((field, index) => {
    const key = file[field]
    if (key === undefined) return []
    const earlier = (['api_key', ...OTHER_KEYS.slice(0, index)] as const).find((other) => file[other] === key)
    const says =
      emptyVariable(empty, field) ??
      unusable(key) ??
      (earlier && `it is the same key as ${earlier}; it has to be of another store`)
    return says ? [{ field, says }] : []
  })
}

function mistakesInHooks({ hooks = {} }: TargetFile, empty: readonly EmptyVariable[]): TargetMistake[] {
  return keysOf(hooks).flatMap((name) => {
    const { url = '' } = hooks[name] ?? {}
    const says = emptyVariable(empty, 'hooks', name)
    if (says !== null) return [{ field: `hooks.${name}` as const, says }]
    if (URL.canParse(url) && /^https?:/i.test(url)) return []
    throw new UsageError(`target: hooks.${name}.url ${url} is no URL of http or https`)
  })
}

function emptyVariable(empty: readonly EmptyVariable[], ...at: string[]): string | null {
  const found = empty.find(({ path }) => at.every((step, index) => path[index] === step))
  return found ? `the environment's ${found.name} is empty` : null
}

/** What a header may carry (RFC 9110, field-value). */
const HEADER_VALUE = /^[\t\x20-\x7E\x80-\xFF]*$/

function unusable(text: string): string | null {
  if (text.trim() === '') return 'it is empty'
  return HEADER_VALUE.test(text) ? null : 'it holds what no header can carry, such as a line end'
}
