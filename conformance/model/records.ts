import fc from 'fast-check'
import { isObject, isSuccess, member, type Exchange } from '../client/exchange.ts'
import { sameValue } from '../checks/same-value.ts'
import { created, customerInput, templateInput } from '../store/own-records.ts'
import { records } from '../store/inventory.ts'
import type { Session } from '../session.ts'
import { command } from './command.ts'
import { act, demand, pick, type Fields, type Model, type Real } from './model.ts'

/** Texts that meet again: what one record carries another carries too. */
const TEXTS = [
  'Anna',
  'anna',
  'O’Hara',
  "O'Brien",
  '007',
  '7',
  '100%',
  'Zoë',
  'Zoe',
  'a_b',
  'Müller & Co.',
  '(x)',
  'null',
  '東京',
]

/** One kind of record that has create, read, update and delete; its rules are the same for both kinds. */
interface Kind {
  one: 'template' | 'customer'
  many: 'templates' | 'customers'
  /** Fields that commands vary, with the values they take. */
  varied: { [field: string]: fc.Arbitrary<unknown> }
  input(session: Session, fields: Fields): Promise<Fields>
  create: 'createTemplate' | 'createCustomer'
  read: 'readTemplate' | 'readCustomer'
  update: 'updateTemplate' | 'updateCustomer'
  remove: 'deleteTemplate' | 'deleteCustomer'
  list: 'listTemplates' | 'listCustomers'
}

const text = fc.constantFrom(...TEXTS)

const TEMPLATES: Kind = {
  one: 'template',
  many: 'templates',
  varied: {
    template_type: fc.constantFrom('invoice', 'packing_slip', 'credit_note'),
    invoice_number_prefix: text,
    logo_enabled: fc.boolean(),
  },
  input: async (session, fields) => ({ ...(await templateInput(session)), ...fields }),
  create: 'createTemplate',
  read: 'readTemplate',
  update: 'updateTemplate',
  remove: 'deleteTemplate',
  list: 'listTemplates',
}

const CUSTOMERS: Kind = {
  one: 'customer',
  many: 'customers',
  varied: { first_name: text, tags: text },
  input: async (session, fields) => ({ ...customerInput(session), ...fields }),
  create: 'createCustomer',
  read: 'readCustomer',
  update: 'updateCustomer',
  remove: 'deleteCustomer',
  list: 'listCustomers',
}

/** Whether a record shows the fields; what the model does not know of it is left open. */
const shows = (record: unknown, fields: Fields): boolean =>
  isObject(record) && Object.entries(fields).every(([name, value]) => sameValue(record[name], value))

async function create(kind: Kind, fields: Fields, model: Model, real: Real): Promise<void> {
  const input = await kind.input(real.trial.session, fields)
  const exchange = await act(real, kind.create, { body: { [kind.one]: input } })
  const record = created<Fields>(real.trial.session, kind.many, exchange, kind.one)
  if (!record) return
  const id = record['id'] as number
  demand(real, !model[kind.many].has(id), `a new id for each ${kind.one}`)
  demand(real, shows(record, input), `the ${kind.one} as it was sent: ${JSON.stringify(input)}`)
  model[kind.many].set(id, input)
  await audit(kind, model, real)
}

async function update(kind: Kind, index: number, fields: Fields, model: Model, real: Real): Promise<void> {
  const [id, known] = pick(model[kind.many], index)!
  const input = { ...known, ...fields }
  const exchange = await act(real, kind.update, { params: { id }, body: { [kind.one]: input } })
  if (isSuccess(exchange)) {
    demand(
      real,
      shows(member(exchange, kind.one), { id, ...input }),
      `${kind.one} ${id} as it was sent: ${JSON.stringify(input)}`,
    )
    model[kind.many].set(id, input)
  }
  await audit(kind, model, real)
}

async function remove(kind: Kind, index: number, model: Model, real: Real): Promise<void> {
  const [id] = pick(model[kind.many], index)!
  const exchange = await act(real, kind.remove, { params: { id } })
  demand(real, isSuccess(exchange), `${kind.one} ${id} deleted`)
  real.trial.session.ledger.deleted(kind.many, id)
  model[kind.many].delete(id)
  model.gone[kind.many].push(id)
  await audit(kind, model, real)
}

/** A deleted record is not found by any operation, and stays so. */
async function meetDeleted(kind: Kind, index: number, model: Model, real: Real): Promise<void> {
  const id = pick(model.gone[kind.many], index)!
  const { kinds } = real.trial.session
  const body = { [kind.one]: await kind.input(real.trial.session, {}) }
  for (const answer of [
    await act(real, kind.read, { params: { id } }),
    await act(real, kind.update, { params: { id }, body }),
    await act(real, kind.remove, { params: { id } }),
  ]) {
    demand(
      real,
      kinds.is('not-found', answer),
      `${kinds.name('not-found')} for the deleted ${kind.one} ${id}`,
      answerOf(answer),
    )
  }
  await audit(kind, model, real)
}

const answerOf = ({ operation, response }: Exchange) =>
  `${operation}: ${response.status} ${response.text.slice(0, 200)}`

/** What is refused changes nothing. */
async function sendInvalid(kind: Kind, index: number, model: Model, real: Real): Promise<void> {
  const [id] = pick(model[kind.many], index)!
  const field = Object.keys(kind.varied)[0]!
  const { kinds } = real.trial.session
  const answer = await act(real, kind.update, {
    params: { id },
    body: { [kind.one]: { ...model[kind.many].get(id), [field]: { no: 'value' } } },
  })
  demand(
    real,
    kinds.is('unprocessable', answer),
    `${kinds.name('unprocessable')} for an object as ${field}`,
    answerOf(answer),
  )
  await audit(kind, model, real)
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
    changes.map(({ id, input }) => act(real, kind.update, { params: { id }, body: { [kind.one]: input } })),
  )
  for (const [index, { id, input }] of changes.entries())
    if (isSuccess(answers[index]!)) model[kind.many].set(id, input)
  await audit(kind, model, real)
}

/** Lists and reads the run's own records, and sees that templates of others are as they were. */
async function audit(kind: Kind, model: Model, real: Real): Promise<void> {
  const own = model[kind.many]
  const listed = await act(
    real,
    kind.list,
    kind.one === 'customer' ? { query: { per_page: 250, search: real.trial.session.marker } } : {},
  )
  if (!isSuccess(listed)) return
  const items = records<Fields>(listed, kind.many)
  const whole =
    kind.one === 'template' ||
    items.length === (member(listed, 'meta') as { total?: number } | undefined)?.total
  for (const [id, fields] of own) {
    const found = items.find((item) => item['id'] === id)
    if (found || kind.one === 'template')
      demand(
        real,
        shows(found, fields),
        `${kind.one} ${id} in the list as it was sent`,
        JSON.stringify(found),
      )
  }
  const back = whole ? model.gone[kind.many].find((id) => items.some((item) => item['id'] === id)) : undefined
  demand(real, back === undefined, `the deleted ${kind.one} ${back} gone from the list`)
  if (kind.one === 'template') judgeNeighbours(items, real)
  await readOne(kind, own.size, model, real)
}

function judgeNeighbours(items: readonly Fields[], real: Real): void {
  for (const neighbour of real.neighbours) {
    const now = items.find((item) => item['id'] === neighbour['id'])
    demand(
      real,
      sameValue(now, neighbour),
      `template ${String(neighbour['id'])}, which is not ours, as it was`,
      JSON.stringify(now),
    )
  }
}

async function readOne(kind: Kind, index: number, model: Model, real: Real): Promise<void> {
  const one = pick(model[kind.many], index)
  if (!one) return
  const exchange = await act(real, kind.read, { params: { id: one[0] } })
  demand(
    real,
    shows(member(exchange, kind.one), { id: one[0], ...one[1] }),
    `${kind.one} ${one[0]} read as it was sent: ${JSON.stringify(one[1])}`,
  )
}

/** The commands of one kind of record. */
function commandsOf(kind: Kind) {
  const fields = fc.record(kind.varied, { requiredKeys: [] }) as fc.Arbitrary<Fields>
  const index = fc.nat(7)
  const some = (model: Model) => model[kind.many].size > 0
  return [
    fc.record(kind.varied).map((values) =>
      command({
        name: `${kind.create}(${JSON.stringify(values)})`,
        possible: (model) => model[kind.many].size < 6,
        run: (model, real) => create(kind, values, model, real),
      }),
    ),
    fc.tuple(index, fields).map(([at, values]) =>
      command({
        name: `${kind.update}(#${at}, ${JSON.stringify(values)})`,
        possible: some,
        run: (model, real) => update(kind, at, values, model, real),
      }),
    ),
    index.map((at) =>
      command({
        name: `${kind.remove}(#${at})`,
        possible: some,
        run: (model, real) => remove(kind, at, model, real),
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
        name: `${kind.update}(#${at}, invalid)`,
        possible: some,
        run: (model, real) => sendInvalid(kind, at, model, real),
      }),
    ),
    fc.tuple(fields, fields).map((values) =>
      command({
        name: `${kind.update}(two at once, ${JSON.stringify(values)})`,
        possible: (model) => model[kind.many].size >= 2,
        run: (model, real) => updateTwo(kind, values, model, real),
      }),
    ),
  ]
}

export const templateCommands = commandsOf(TEMPLATES)
export const customerCommands = commandsOf(CUSTOMERS)
