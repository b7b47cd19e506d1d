import { didYouMean } from '../../schemas/nearest.ts'
import { AdminError } from './admin-error.ts'

/** A better word on an unknown field than the nearest known one. */
export type Hint = (field: string, value: unknown) => string | undefined

/** Refuses an object with other fields than these, naming the nearest. @throws AdminError 422 */
export function knownFields<T extends object>(
  given: T,
  fields: readonly string[],
  hint: Hint = () => undefined,
): T {
  for (const [field, value] of Object.entries(given))
    if (!fields.includes(field)) {
      const says = hint(field, value) ?? orWhat(field, fields)
      throw new AdminError(422, `There is no field "${field}"; ${says}`, { [field]: ['is unknown'] })
    }
  return given
}

/** What there is in place of a name that there is not. */
export const orWhat = (name: string, known: readonly string[]): string =>
  known.length > 0 ? didYouMean(name, known) : 'this request takes none'
