import fc from 'fast-check'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { created, inputOf } from '../../server/store/own-records.ts'
import { records } from '../../server/store/inventory.ts'
import { shows } from './audit.ts'
import { command } from './command.ts'
import { CUSTOMERS, TEMPLATES, type Kind } from './kinds.ts'
import { act, demand, pick, type Fields, type Model, type Real } from './model.ts'

/** Creates one with these fields; the rest is filled in. */
export async function create(kind: Kind, fields: Fields, model: Model, real: Real): Promise<void> {
  await store(kind, { ...(await inputOf(real.law.session, kind)), ...fields }, model, real)
}

/** Creates one that says exactly this; where that is accepted it is one of its own. */
export async function store(kind: Kind, input: Fields, model: Model, real: Real): Promise<void> {
  const exchange = await act(real, kind.operations.create, { body: { [kind.one]: input } })
  const record = created<Fields>(real.law.session, kind.many, exchange, kind.one)
  if (!record) return
  const id = record['id'] as number
  demand(real, !model[kind.many].has(id), `a new id for each ${kind.one}`)
  demand(real, shows(record, input), `the ${kind.one} as it was sent: ${JSON.stringify(input)}`)
  model[kind.many].set(id, input)
  // an id may be given again once its record was deleted
  model.gone[kind.many] = model.gone[kind.many].filter((gone) => gone !== id)
  if (kind === TEMPLATES) await lookElsewhere(input, real)
}

/** A template of one store does not show in another. */
async function lookElsewhere(input: Fields, real: Real): Promise<void> {
  if (real.law.target.other_store_api_key === null) return
  const listed = await act(real, 'listTemplates', { key: 'other_store' })
  const foreign = records<Fields>(listed, 'templates').some(({ name }) => name === input['name'])
  demand(real, !foreign, `template ${JSON.stringify(input['name'])} in its own store alone`)
}

/** Changes these fields of one of the run's own. */
export async function update(
  kind: Kind,
  index: number,
  fields: Fields,
  model: Model,
  real: Real,
): Promise<void> {
  const [id, known] = pick(model[kind.many], index)!
  const input = { ...known, ...fields }
  const exchange = await act(real, kind.operations.update, { params: { id }, body: { [kind.one]: input } })
  if (isSuccess(exchange)) {
    demand(
      real,
      shows(member(exchange, kind.one), { id, ...input }),
      `${kind.one} ${id} as it was sent: ${JSON.stringify(input)}`,
    )
    model[kind.many].set(id, input)
  }
}

/** Deletes one of the run's own. */
export async function remove(kind: Kind, id: number, model: Model, real: Real): Promise<void> {
  const exchange = await act(real, kind.operations.delete, { params: { id } })
  demand(real, isSuccess(exchange), `${kind.one} ${id} deleted`)
  real.law.ledger.deleted(kind.many, id)
  model[kind.many].delete(id)
  model.gone[kind.many].push(id)
}

/** A deleted record is not found by any operation, and stays so. */
async function meetDeleted(kind: Kind, index: number, model: Model, real: Real): Promise<void> {
  const id = pick(model.gone[kind.many], index)!
  const { kinds } = real.law.session
  const body = { [kind.one]: await inputOf(real.law.session, kind) }
  for (const answer of [
    await act(real, kind.operations.read, { params: { id } }),
    await act(real, kind.operations.update, { params: { id }, body }),
    await act(real, kind.operations.delete, { params: { id } }),
  ]) {
    demand(
      real,
      kinds.is('not-found', answer),
      `${kinds.name('not-found')} for the deleted ${kind.one} ${id}`,
      answerOf(answer),
    )
  }
}

/** What was answered, in words. */
export const answerOf = ({ operation, response }: Exchange) =>
  `${operation}: ${response.status} ${response.text.slice(0, 200)}`

/** What is refused changes nothing. */
export async function sendInvalid(kind: Kind, index: number, model: Model, real: Real): Promise<void> {
  const [id] = pick(model[kind.many], index)!
  const field = Object.keys(kind.varied)[0]!
  const { kinds } = real.law.session
  const answer = await act(real, kind.operations.update, {
    params: { id },
    body: { [kind.one]: { ...model[kind.many].get(id), [field]: { no: 'value' } } },
  })
  demand(
    real,
    kinds.is('unprocessable', answer),
    `${kinds.name('unprocessable')} for an object as ${field}`,
    answerOf(answer),
  )
}

/** Two records changed at once: each has its own values afterwards. */
async function updateTwo(
  kind: Kind,
  values: readonly [Fields, Fields],
  model: Model,
  real: Real,
): Promise<void> {
  const two = [...model[kind.many]].slice(0, 2)
  const changes = two.map(([id, known], index) => ({ id, input: { ...known, ...values[index] } }))
  const answers = await Promise.all(
    changes.map(({ id, input }) =>
      act(real, kind.operations.update, { params: { id }, body: { [kind.one]: input } }),
    ),
  )
  for (const [index, { id, input }] of changes.entries())
    if (isSuccess(answers[index]!)) model[kind.many].set(id, input)
}

/** The commands of one kind of record. */
function commandsOf(kind: Kind) {
  const fields = fc.record(kind.varied, { requiredKeys: [] }) as fc.Arbitrary<Fields>
  const index = fc.nat(7)
  const some = (model: Model) => model[kind.many].size > 0
  return [
    fc.record(kind.varied).map((values) =>
      command({
        name: `${kind.operations.create}(${JSON.stringify(values)})`,
        possible: (model) => model[kind.many].size < 6,
        run: (model, real) => create(kind, values, model, real),
      }),
    ),
    fc.tuple(index, fields).map(([at, values]) =>
      command({
        name: `${kind.operations.update}(#${at}, ${JSON.stringify(values)})`,
        possible: some,
        run: (model, real) => update(kind, at, values, model, real),
      }),
    ),
    index.map((at) =>
      command({
        name: `${kind.operations.delete}(#${at})`,
        possible: some,
        run: (model, real) => remove(kind, pick(model[kind.many], at)![0], model, real),
      }),
    ),
    index.map((at) =>
      command({
        name: `read, update and delete the deleted ${kind.one} #${at}`,
        possible: (model) => model.gone[kind.many].length > 0,
        run: (model, real) => meetDeleted(kind, at, model, real),
      }),
    ),
    index.map((at) =>
      command({
        name: `${kind.operations.update}(#${at}, invalid)`,
        possible: some,
        run: (model, real) => sendInvalid(kind, at, model, real),
      }),
    ),
    fc.tuple(fields, fields).map((values) =>
      command({
        name: `${kind.operations.update}(two at once, ${JSON.stringify(values)})`,
        possible: (model) => model[kind.many].size >= 2,
        run: (model, real) => updateTwo(kind, values, model, real),
      }),
    ),
  ]
}

export const templateCommands = commandsOf(TEMPLATES)
export const customerCommands = commandsOf(CUSTOMERS)
