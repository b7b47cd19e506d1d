import type { Answers } from './answers.ts'
import { demand, integerOf, readFields, readWrapped, type Fields } from './input.ts'
import { rowShown } from './presentation.ts'
import { Refusal, settle, unprocessable, type Reply } from './refusal.ts'
import type { Call, Row, Store, Values, World } from './store.ts'

/** What templates and customers differ in. */
export interface Collection {
  readonly key: 'template' | 'customer'
  rows(store: Store): Map<number, Row>
  fields(answers: Answers): Fields
  required(answers: Answers): readonly string[]
  outputOnly(world: World): Values
  /** Refuses values that no single field's reader can refuse; `self` is the row that is updated. */
  check(call: Call, values: Values, self: Row | undefined): void
  /** What a write does to the other rows. */
  written(call: Call, row: Row): void
  withAddresses(answers: Answers, operation: 'read' | 'write'): boolean
}

/** Every field's value when nothing is given. */
export function defaults(fields: Fields): Values {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.fallback]))
}

function found(collection: Collection, call: Call): Row {
  const id = integerOf(call.key)
  const row = id === undefined ? undefined : collection.rows(call.store).get(id)
  if (row) return row
  const odd = !/^-?\d+$/.test(call.key) && call.world.answers.nonIntegerId === 'unprocessable'
  throw odd ? unprocessable('id', 'must be an integer') : new Refusal('not_found')
}

function readInput(collection: Collection, call: Call): Values {
  const { answers } = call.world
  return readFields(answers, collection.fields(answers), readWrapped(call, collection.key))
}

function reply(
  collection: Collection,
  call: Call,
  row: Row,
  operation: 'read' | 'write',
  status = 200,
): Reply {
  const withAddresses = collection.withAddresses(call.world.answers, operation)
  return { status, body: { [collection.key]: rowShown(call.world, row, withAddresses) } }
}

function read(collection: Collection, call: Call): () => Reply {
  const row = found(collection, call)
  return () => reply(collection, call, row, 'read')
}

function create(collection: Collection, call: Call): () => Reply {
  const { answers } = call.world
  const given = readInput(collection, call)
  demand(collection.required(answers), given)
  collection.check(call, given, undefined)
  return () => {
    const row = addRow(call.world, call.store, collection, given)
    collection.written(call, row)
    return reply(collection, call, row, 'write', answers.recordCreatedStatus)
  }
}

/** Files a new row with the values given. */
export function addRow(world: World, store: Store, collection: Collection, given: Values): Row {
  const now = Date.now()
  const values = { ...defaults(collection.fields(world.answers)), ...given }
  const outputOnly = collection.outputOnly(world)
  const row = {
    id: nextRowId(world, collection),
    createdAt: now,
    updatedAt: now,
    values,
    outputOnly,
    addresses: [],
  }
  collection.rows(store).set(row.id, row)
  return row
}

function nextRowId(world: World, collection: Collection): number {
  const { rowIds } = world.answers
  if (rowIds === 'counted') return world.nextId()
  const ids = world.stores.flatMap((store) => [...collection.rows(store).keys()])
  return rowIds === 'reused' ? Math.max(0, ...ids) + 1 : Math.min(1, ...ids) - 1
}

function update(collection: Collection, call: Call): () => Reply {
  const { answers } = call.world
  const [old, given] = settle(
    answers,
    () => found(collection, call),
    () => readInput(collection, call),
  )
  const base = baseOf(collection, answers, old)
  const values = { ...base, ...given }
  demandAgain(collection, call, given)
  collection.check(call, values, old)
  return () => {
    const row = { ...old, values, updatedAt: Date.now() }
    collection.rows(call.store).set(row.id, row)
    collection.written(call, row)
    return reply(collection, call, row, 'write')
  }
}

/** What an update starts from. */
function baseOf(collection: Collection, answers: Answers, { values }: Row): Values {
  if (answers.patchOmitted === 'kept') return values
  const kept = answers.patchOmitted === 'optional reset' ? collection.required(answers) : []
  const fallbacks = Object.entries(defaults(collection.fields(answers)))
  return Object.fromEntries(
    fallbacks.map(([name, value]) => [name, kept.includes(name) ? (values[name] ?? value) : value]),
  )
}

/** Required fields: all of them where omitted ones are reset, else those that are given. */
function demandAgain(collection: Collection, { world: { answers } }: Call, given: Values): void {
  const required = collection.required(answers)
  demand(
    answers.patchOmitted === 'reset' ? required : required.filter((name) => Object.hasOwn(given, name)),
    given,
  )
}

function remove(collection: Collection, call: Call): () => Reply {
  const row = found(collection, call)
  return () => {
    collection.rows(call.store).delete(row.id)
    return { status: call.world.answers.deletedStatus, body: call.world.answers.deletedBody }
  }
}

/** The four operations on single rows of a collection. */
export function recordOperations(collection: Collection) {
  return {
    create: (call: Call) => create(collection, call),
    read: (call: Call) => read(collection, call),
    update: (call: Call) => update(collection, call),
    remove: (call: Call) => remove(collection, call),
  }
}
