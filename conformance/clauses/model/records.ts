import fc from 'fast-check'
import { created, inputOf } from '../../server/activity/own-records.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { records } from '../../server/store/inventory.ts'
import type { Fields, Shown } from '../records/record-kind.ts'
import { fieldOf, shows, wrongField } from './audit.ts'
import { command, commandOn, type Command } from './command.ts'
import { CUSTOMERS, TEMPLATES, type Kind } from './kinds.ts'
import type { Model, Play } from './model.ts'

/** One of the run's own: its id, and the fields that were sent. */
export type Own = readonly [id: number, known: Fields]

/** Creates one with these fields; the rest is filled in. */
export async function create(kind: Kind, fields: Fields, play: Play): Promise<void> {
  await store(kind, { ...(await inputOf(play.law.session, kind)), ...fields }, play)
}

/** Creates one that says exactly this; where that is accepted it is one of its own. */
export async function store(kind: Kind, input: Fields, play: Play): Promise<void> {
  const { one, many, operations } = kind
  const exchange = await play.act(operations.create, { body: { [one]: input } })
  const record = created<Shown>(play.law.session, many, exchange, one)
  if (!record) return
  play.demand(!play.model[many].has(record.id), `a new id for each ${one}`)
  const sent = `the ${one} as it was sent: ${JSON.stringify(input)}`
  play.demand(shows(record, input), sent, undefined, fieldOf(one, wrongField(record, input)))
  play.model[many].set(record.id, input)
  // an id may be given again once its record was deleted
  play.model.gone[many] = play.model.gone[many].filter((gone) => gone !== record.id)
  if (kind === TEMPLATES) await lookElsewhere(input, play)
}

/** A template of one store does not show in another. */
async function lookElsewhere(input: Fields, play: Play): Promise<void> {
  if (play.law.target.other_store_api_key === null) return
  const listed = await play.act('listTemplates', { key: 'other_store' })
  const foreign = records<Shown>(listed, 'templates').some(({ name }) => name === input['name'])
  play.demand(!foreign, `template ${JSON.stringify(input['name'])} in its own store alone`)
}

/** Changes these fields of one of the run's own. */
export async function update(kind: Kind, [id, known]: Own, fields: Fields, play: Play): Promise<void> {
  const input = { ...known, ...fields }
  const exchange = await play.act(kind.operations.update, { params: { id }, body: { [kind.one]: input } })
  if (!isSuccess(exchange)) return
  const shown = member(exchange, kind.one)
  const sent = `${kind.one} ${id} as it was sent: ${JSON.stringify(input)}`
  const wrong = fieldOf(kind.one, wrongField(shown, input))
  play.demand(shows(shown, { id, ...input }), sent, undefined, wrong)
  play.model[kind.many].set(id, input)
}

/** Deletes one of the run's own. */
export async function remove({ one, many, operations }: Kind, [id]: Own, play: Play): Promise<void> {
  const exchange = await play.act(operations.delete, { params: { id } })
  play.demand(isSuccess(exchange), `${one} ${id} deleted`)
  play.law.ledger.deleted(many, id)
  play.model[many].delete(id)
  play.model.gone[many].push(id)
}

/**
 * A deleted record is not found by any operation, and stays so. Where ids are given again it may be another's, which must
 * neither be changed nor deleted: then it is only read.
 */
async function meetDeleted(kind: Kind, id: number, play: Play): Promise<void> {
  await readDeleted(kind, id, play)
  if (play.law.ledger.givesAgain(kind.many)) return
  const params = { id }
  const body = { [kind.one]: await inputOf(play.law.session, kind) }
  for (const answer of [
    await play.act(kind.operations.update, { params, body }),
    await play.act(kind.operations.delete, { params }),
  ])
    play.demandRefused('not-found', answer, `the deleted ${kind.one} ${id}`)
}

/** Not found, or another that has the id now: of another sequence, the answer to whose creation may come later, or of somebody else. */
export async function readDeleted({ one, many, operations }: Kind, id: number, play: Play): Promise<void> {
  const look = () => play.act(operations.read, { params: { id } })
  const isAnother = ({ response }: Exchange) =>
    play.law.ledger.holds(many, id) || !response.text.includes(play.law.marker)
  const first = await look()
  const read = isSuccess(first) && !isAnother(first) ? await look() : first
  if (isSuccess(read) && isAnother(read)) return
  play.demandRefused('not-found', read, `the deleted ${one} ${id}`)
}

/** What is refused changes nothing. */
export async function sendInvalid(kind: Kind, [id, known]: Own, play: Play): Promise<void> {
  const [field = ''] = Object.keys(kind.varied)
  const body = { [kind.one]: { ...known, [field]: { no: 'value' } } }
  const answer = await play.act(kind.operations.update, { params: { id }, body })
  play.demandRefused('unprocessable', answer, `an object as ${field}`)
}

/** Two records changed at once: each has its own values afterwards. */
async function updateTwo(kind: Kind, values: readonly [Fields, Fields], play: Play): Promise<void> {
  const own = play.model[kind.many]
  const changes = [...own].slice(0, 2).map(async ([id, known], index) => {
    const input = { ...known, ...values[index] }
    const body = { [kind.one]: input }
    const answer = await play.act(kind.operations.update, { params: { id }, body })
    return { id, input, answer }
  })
  for (const { id, input, answer } of await Promise.all(changes)) if (isSuccess(answer)) own.set(id, input)
}

/** The commands of one kind of record. */
function commandsOf(kind: Kind): [fc.Arbitrary<Command>, ...fc.Arbitrary<Command>[]] {
  const { one, many, operations } = kind
  const fields: fc.Arbitrary<Fields> = fc.record(kind.varied, { requiredKeys: [] })
  const index = fc.nat(7)
  const own = (model: Model) => model[many]
  return [
    fc.record(kind.varied).map((values) =>
      command({
        name: `${operations.create}(${JSON.stringify(values)})`,
        possible: (model) => model[many].size < 6,
        run: (play) => create(kind, values, play),
      }),
    ),
    fc.tuple(index, fields).map(([at, values]) =>
      commandOn(own, at, {
        name: `${operations.update}(#${at}, ${JSON.stringify(values)})`,
        run: (play, record) => update(kind, record, values, play),
      }),
    ),
    index.map((at) =>
      commandOn(own, at, {
        name: `${operations.delete}(#${at})`,
        run: (play, record) => remove(kind, record, play),
      }),
    ),
    index.map((at) =>
      commandOn((model) => model.gone[many], at, {
        name: `read, update and delete the deleted ${one} #${at}`,
        run: (play, id) => meetDeleted(kind, id, play),
      }),
    ),
    index.map((at) =>
      commandOn(own, at, {
        name: `${operations.update}(#${at}, invalid)`,
        run: (play, record) => sendInvalid(kind, record, play),
      }),
    ),
    fc.tuple(fields, fields).map((values) =>
      command({
        name: `${operations.update}(two at once, ${JSON.stringify(values)})`,
        possible: (model) => model[many].size >= 2,
        run: (play) => updateTwo(kind, values, play),
      }),
    ),
  ]
}

export const templateCommands = commandsOf(TEMPLATES)
export const customerCommands = commandsOf(CUSTOMERS)
