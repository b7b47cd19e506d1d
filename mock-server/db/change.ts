import type { Key } from './key.ts'

/** A document with its place. The store is null for what belongs to the whole system. */
export type Row = readonly [store: number | null, table: string, key: Key, document: unknown]

/** What a write appends: a row (its document null when it was deleted), a store that was dropped, or what was done with a copy. */
export type Change = Row | readonly [droppedStore: number] | CopyChange

/**
 * What is done with copies of content, by their names: one is kept of all of it, or of a store; one is brought in the
 * place of all, or of the store that then has the number `as`; one is forgotten. It is done with the content that the
 * changes before it have made, so it says nothing of that: however large a copy is, keeping it is one line.
 */
export type CopyChange =
  | { readonly keep: string; readonly store: number | null; readonly about: unknown }
  | { readonly bring: string; readonly as: number | null }
  | { readonly forget: string }

export const isRow = (change: Change): change is Row => 'length' in change && change.length === 4
