/** The keys of a table whose type lists them all. */
export const keysOf = <Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>): Key[] =>
  Object.keys(table) as Key[] // the type says which there are

/** Whether a value is one of a list's. */
export const isOneOf = <T>(values: readonly T[], value: unknown): value is T =>
  values.some((one) => one === value)

/** Whether a value is an object that has fields: no array, not null. */
export const hasFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
