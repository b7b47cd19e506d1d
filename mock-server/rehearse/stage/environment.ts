import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { didYouMean } from '../../../schemas/nearest.ts'
import { isOneOf, keysOf } from '../../../schemas/tables.ts'
import type { TargetFile } from '../../../schemas/types.ts'

/** What a command can be told of the mock. */
export interface Facts {
  target: TargetFile
  admin_url: string
}

type Field = (facts: Facts) => string | undefined

/** By the names that a target file has for them; lists are joined by commas. */
const FIELDS = {
  base_url: ({ target }) => target.base_url,
  api_key: ({ target }) => target.api_key,
  other_store_api_key: ({ target }) => target.other_store_api_key,
  free_plan_api_key: ({ target }) => target.free_plan_api_key,
  rate_limited_api_key: ({ target }) => target.rate_limited_api_key,
  order_ids: ({ target }) => target.order_ids?.join(','),
  draft_order_ids: ({ target }) => target.draft_order_ids?.join(','),
  admin_url: ({ admin_url }) => admin_url,
  target: ({ admin_url }) => `${admin_url}/target`,
} as const satisfies Record<string, Field>

/** A variable of the environment, and what it is set to. */
export interface Variable {
  name: string
  field: keyof typeof FIELDS
}

/** How a command finds the mock; keys that a scenario does not have are left out of its environment. */
export const VARIABLES: readonly Variable[] = [
  { name: 'INVOICING_BASE_URL', field: 'base_url' },
  { name: 'INVOICING_API_KEY', field: 'api_key' },
  { name: 'INVOICING_OTHER_API_KEY', field: 'other_store_api_key' },
  { name: 'INVOICING_FREE_API_KEY', field: 'free_plan_api_key' },
  { name: 'INVOICING_LIMITED_API_KEY', field: 'rate_limited_api_key' },
  { name: 'INVOICING_ADMIN_URL', field: 'admin_url' },
  { name: 'INVOICING_TARGET', field: 'target' },
]

/** Reads `BILLING_URL=base_url`. @throws {UsageError} */
export function parseVariable(text: string): Variable {
  const [name = '', field = ''] = text.split(/=(.*)/s)
  if (!/^[A-Za-z_]\w*$/.test(name) || field === '')
    throw new UsageError(`--env ${text}: it is NAME=FIELD, such as BILLING_URL=base_url`)
  const fields = keysOf(FIELDS)
  if (isOneOf(fields, field)) return { name, field }
  throw new UsageError(`--env ${text}: "${field}" is no field of the mock; ${didYouMean(field, fields)}`)
}

/** The environment of a command that is to find this mock. */
export function environmentOf(
  facts: Facts,
  more: readonly Variable[],
  inherited: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const told = [...VARIABLES, ...more].map(({ name, field }) => [name, FIELDS[field](facts)] as const)
  // What is undefined is left out, also where it is inherited.
  return { ...inherited, ...Object.fromEntries(told) }
}
