import { inputFieldsOf, outputOnlyFieldsOf, RESOURCES, type Resource } from '../../../schemas/resources.ts'
import { inputOf } from '../../server/activity/own-records.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Session } from '../../server/session.ts'
import type { Collection, Inventory } from '../../server/store/inventory.ts'
import { isSearchable } from '../search-texts.ts'

export type Fields = Record<string, unknown>

/** A record as an answer shows it. */
export type Shown = Fields & { id: number }

/** Templates or customers, with what the suite knows of them. */
export type RecordKind = Resource & {
  /** Fields of the input. */
  readonly inputFields: readonly string[]
  /** Fields of answers that no input sets; `id` is one of them. */
  readonly outputOnly: readonly string[]
  /** A text that two records may well have in common. */
  readonly common: string | null
  /** Fields in which no two inputs of the run are alike. */
  readonly unique: readonly string[]
  /** The text field that carries the run's marker. */
  readonly mark: string
  /** A full input like no other of this run. */
  input(session: Session): Promise<Fields>
  /** All records that the list shows. */
  all(store: Inventory): Promise<Collection<Shown>>
  /** Texts that a search finds the record by; none where there is no search. */
  searchTexts(shown: Shown): string[]
}

const described = <R extends Resource>(resource: R) => ({
  ...resource,
  inputFields: inputFieldsOf(resource),
  outputOnly: outputOnlyFieldsOf(resource),
  input: (session: Session) => inputOf(session, resource),
})

// A record as its schema types it is seen here by its field names alone.
const plainly = (records: Promise<Collection<object>>) => records as Promise<Collection<Shown>>

export const TEMPLATES: RecordKind = {
  ...described(RESOURCES.template),
  common: null,
  unique: ['name'],
  mark: 'name',
  all: (store) => plainly(store.templates()),
  searchTexts: () => [],
}

export const CUSTOMERS: RecordKind = {
  ...described(RESOURCES.customer),
  common: 'first_name',
  unique: ['email', 'first_name'],
  mark: 'last_name',
  all: (store) => plainly(store.customers()),
  searchTexts: ({ email, last_name, tax_number }) => [email, last_name, tax_number].filter(isSearchable),
}

/** The record that a write answered with, null when there is none. */
export function shownBy(kind: RecordKind, exchange: Exchange): Shown | null {
  const shown = member(exchange, kind.one)
  if (!isSuccess(exchange) || !isObject(shown)) return null
  const { id } = shown
  return typeof id === 'number' ? { ...shown, id } : null
}
