import type { KeyName } from '../exchange.ts'

type Fields = Readonly<Record<string, unknown>>

/** Without a good key a request is meant for the judged store. */
const nameOf = (key: KeyName, id: unknown): string =>
  `${key === 'none' || key === 'bad' ? 'api' : key} ${String(id)}`

/** Templates or customers that answers have shown, store by store: two stores may give the same id. */
export class SeenRecords {
  readonly #isMade: (id: number) => boolean
  readonly #created = new Set<string>()
  /** Records as an answer showed them first, and whether that was before the first write of the run. */
  readonly #first = new Map<string, { readonly fields: Fields; readonly isEarlier: boolean }>()

  /** @param isMade true for a record of the judged store that the run takes for its own, such as one of a refused creation */
  constructor(isMade: (id: number) => boolean) {
    this.#isMade = isMade
  }

  /** Notes a record that a creation answered. */
  create(key: KeyName, id: unknown): void {
    this.#created.add(nameOf(key, id))
  }

  /** Notes a record that a list or a reading showed. */
  show(key: KeyName, fields: Fields, isEarlier: boolean): void {
    const name = nameOf(key, fields['id'])
    if (!this.#first.has(name)) this.#first.set(name, { fields, isEarlier })
  }

  /** True if a record was there before this run, or is another client's. */
  isOthers(key: KeyName, id: unknown): boolean {
    const name = nameOf(key, id)
    const first = this.#first.get(name)
    if (first === undefined || this.#created.has(name)) return false
    return first.isEarlier || !this.#isMade(Number(id))
  }

  /** True if these are values that the record had when it was shown first. */
  hadFirst(key: KeyName, id: unknown, fields: Fields): boolean {
    const first = this.#first.get(nameOf(key, id))?.fields
    if (first === undefined) return false
    return Object.entries(fields).every(
      ([name, value]) => JSON.stringify(first[name]) === JSON.stringify(value),
    )
  }
}
