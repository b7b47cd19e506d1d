import type { Index, Key } from '../db/key.ts'
import { SortedIndex } from '../db/sorted-index.ts'
import { byAge, type Listed } from './order.ts'
import type { Selection } from './selection.ts'

/** What records are asked for: fields with the values that they must have, and when they were created. */
export interface Wanted<Field extends string> {
  readonly equal: Readonly<Partial<Record<Field, string>>>
  /** The first and the last timestamp that fits, as text. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Records in groups of one value of a field, or of several fields each, the oldest first in each group: so whatever is
 * asked of these fields and of the time of creation is one piece of one group, and its size is known.
 */
export class Groups<
  T extends Listed & Readonly<Record<Field, string>>,
  Field extends string,
> implements Index<T> {
  /** Every choice of at least one of the fields, with its groups by their values. */
  readonly #choices: readonly {
    readonly fields: readonly Field[]
    readonly groups: Map<string, SortedIndex<T>>
  }[]
  readonly #all: SortedIndex<T>

  /** @param all the records, the oldest first; another index keeps them. They are still to be taken in. */
  constructor(fields: readonly Field[], all: SortedIndex<T>) {
    const choices = fields.reduce<Field[][]>(
      (shorter, field) => [...shorter, [field], ...shorter.map((others) => [...others, field])],
      [],
    )
    this.#choices = choices.map((choice) => ({ fields: choice, groups: new Map() }))
    this.#all = all
  }

  update(key: Key, before: T | undefined, after: T | undefined): void {
    for (const { fields, groups } of this.#choices) {
      const from = before && nameOf(fields, before)
      const to = after && nameOf(fields, after)
      if (from === to && to !== undefined) groupOf(groups, to).update(key, before, after)
      else {
        if (from !== undefined) groupOf(groups, from).update(key, before, undefined)
        if (to !== undefined) groupOf(groups, to).update(key, undefined, after)
      }
    }
  }

  where({ equal, from, to }: Wanted<Field>): Selection<T> {
    const choice = this.#choices.findLast(({ fields }) => fields.every((field) => equal[field] !== undefined))
    const group = choice ? choice.groups.get(nameOf(choice.fields, equal)) : this.#all
    const begin = from === undefined ? 0 : (group?.place(({ created_at }) => created_at >= from) ?? 0)
    const end = to === undefined ? group?.size : group?.place(({ created_at }) => created_at > to)
    const size = Math.max((end ?? 0) - begin, 0)
    return {
      size,
      isByAge: true,
      has: (record) =>
        (choice?.fields ?? []).every((field) => record[field] === equal[field]) &&
        (from === undefined || record.created_at >= from) &&
        (to === undefined || record.created_at <= to),
      page: (offset, limit) => group?.page(begin + offset, Math.min(limit, Math.max(size - offset, 0))) ?? [],
    }
  }
}

function groupOf<T extends Listed>(groups: Map<string, SortedIndex<T>>, name: string): SortedIndex<T> {
  const known = groups.get(name)
  if (known) return known
  const group = new SortedIndex<T>(byAge)
  groups.set(name, group)
  return group
}

/** The values of fields; none has a line break, as schemas list them. One that stands alone is not copied. */
function nameOf<Field extends string>(
  fields: readonly Field[],
  record: Readonly<Partial<Record<Field, string>>>,
): string {
  let name = ''
  for (const field of fields) name = name === '' ? String(record[field]) : `${name}\n${record[field]}`
  return name
}
