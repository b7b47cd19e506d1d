import fc from 'fast-check'
import { CUSTOMERS, TEMPLATES, type Kind } from '../clauses/model/kinds.ts'
import { inputOf } from '../server/activity/own-records.ts'
import type { Call } from '../server/client/call.ts'
import { pick, type Made, type Move, type Records } from './move.ts'

/** A move on a record that the sequence made. */
const onRecord =
  ({ many }: Kind, at: number, call: (made: Made) => Call) =>
  (records: Records): Call | null => {
    const made = pick(records[many], at)
    return made ? call(made) : null
  }

const at = fc.nat(7)

/** The moves on templates or customers. */
function movesOn(kind: Kind): fc.Arbitrary<Move>[] {
  const { one, operations, clauses } = kind
  const fields = fc.record(kind.varied, { requiredKeys: [] })
  const on = (verb: 'read' | 'update' | 'delete', place: number, more: string, body?: object): Move => ({
    name: `${operations[verb]}(#${place}${more})`,
    operation: operations[verb],
    about: [clauses[verb]],
    call: onRecord(kind, place, ({ here }) => ({ params: { id: here }, ...(body && { body }) })),
  })
  return [
    creationOf(kind),
    fc
      .tuple(at, fields)
      .map(([place, values]) => on('update', place, `, ${JSON.stringify(values)}`, { [one]: values })),
    at.map((place) => on('read', place, '')),
    at.map((place) => on('delete', place, '')),
  ]
}

/** A new record of any values. */
export const creationOf = (kind: Kind): fc.Arbitrary<Move> =>
  fc.record(kind.varied, { requiredKeys: [] }).map((values) => creation(kind, values))

/** A new record, full but for what is varied. */
export function creation(kind: Kind, values: Readonly<Record<string, unknown>>): Move {
  const { one, operations, clauses } = kind
  return {
    name: `${operations.create}(${JSON.stringify(values)})`,
    operation: operations.create,
    about: [clauses.create],
    call: async ({ both }) => ({ body: { [one]: await inputOf(both.here, kind, values) } }),
  }
}

const lists: fc.Arbitrary<Move>[] = [
  fc.constant<Move>({
    name: 'listTemplates()',
    operation: 'listTemplates',
    about: ['templates.list'],
    call: () => ({}),
  }),
  fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(1, 2, 250)).map(([page, per_page]): Move => ({
    name: `listCustomers(search: ours, page: ${page}, per_page: ${per_page})`,
    operation: 'listCustomers',
    about: ['customers.search-name', 'customers.search-email'],
    call: ({ both }) => ({ query: { search: both.here.marker, page, per_page } }),
  })),
]

/** Requests about templates and customers as the contract wants them. */
export const recordMoves: readonly fc.Arbitrary<Move>[] = [
  ...movesOn(TEMPLATES),
  ...movesOn(CUSTOMERS),
  ...lists,
]
