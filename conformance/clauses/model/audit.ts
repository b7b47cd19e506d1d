import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { sameValue } from '../same-value.ts'
import { sameStated } from '../stated-fields.ts'
import { records } from '../../server/store/inventory.ts'
import { CUSTOMERS, TEMPLATES, type Kind } from './kinds.ts'
import { act, demand, pick, type Fields, type Model, type Real } from './model.ts'

/** Whether a record shows the fields; what the model does not know of it is left open. */
export const shows = (record: unknown, fields: Fields): boolean =>
  isObject(record) && Object.entries(fields).every(([name, value]) => sameValue(record[name], value))

/** After every command, whatever it was: the run's own records, the settings and others' templates are as they must be. */
export async function auditAll(model: Model, real: Real): Promise<void> {
  await Promise.all([
    auditTemplates(model, real),
    auditCustomers(model, real),
    readOne(TEMPLATES, model, real),
    readOne(CUSTOMERS, model, real),
    auditSettings(model, real),
  ])
}

async function auditTemplates(model: Model, real: Real): Promise<void> {
  const listed = await act(real, 'listTemplates')
  if (!isSuccess(listed)) return
  judgeList(TEMPLATES, listed, model, real)
  const items = records<Fields>(listed, 'templates')
  for (const id of model.templates.keys())
    demand(
      real,
      items.some((item) => item['id'] === id),
      `template ${id} in the list`,
    )
  for (const neighbour of real.neighbours) {
    const now = items.find((item) => item['id'] === neighbour['id'])
    demand(
      real,
      now !== undefined && sameStated('resources/template', now, neighbour),
      `template ${String(neighbour['id'])}, which is not ours, as it was`,
      JSON.stringify(now),
    )
  }
}

/** The list is asked now with a search for what is ours, now without one. */
async function auditCustomers(model: Model, real: Real): Promise<void> {
  if (model.customers.size + model.gone.customers.length === 0) return
  const search = real.history.length % 2 === 0 && { search: real.law.marker }
  const listed = await act(real, 'listCustomers', { query: { ...search, per_page: 250 } })
  if (isSuccess(listed)) judgeList(CUSTOMERS, listed, model, real)
}

/** What a list shows of our own is as it was sent, no record twice and none that was deleted. */
function judgeList(kind: Kind, listed: Exchange, model: Model, real: Real): void {
  const items = records<Fields>(listed, kind.many)
  const twice = items.find((item, at) => items.findIndex(({ id }) => id === item['id']) !== at)
  demand(real, twice === undefined, `${kind.one} ${String(twice?.['id'])} once in the list`)
  const back = items.find(({ id }) => model.gone[kind.many].includes(id as number))
  demand(real, back === undefined, `the deleted ${kind.one} ${String(back?.['id'])} gone from the list`)
  for (const item of items) {
    const known = model[kind.many].get(item['id'] as number)
    demand(
      real,
      !known || shows(item, known),
      `${kind.one} ${String(item['id'])} in the list as it was sent: ${JSON.stringify(known)}`,
      JSON.stringify(item),
    )
  }
}

/** Reads now this, now that record: what was read earlier must not come again. */
async function readOne(kind: Kind, model: Model, real: Real): Promise<void> {
  const one = pick(model[kind.many], real.history.length)
  if (one) await judgeRead(kind, ...one, real)
}

/** Reads every record of a kind. */
export async function readAll(kind: Kind, model: Model, real: Real): Promise<void> {
  for (const [id, fields] of model[kind.many]) await judgeRead(kind, id, fields, real)
}

async function judgeRead(kind: Kind, id: number, fields: Fields, real: Real): Promise<void> {
  const exchange = await act(real, kind.operations.read, { params: { id } })
  demand(
    real,
    shows(member(exchange, kind.one), { id, ...fields }),
    `${kind.one} ${id} read as it was sent: ${JSON.stringify(fields)}`,
    `${exchange.response.status} ${exchange.response.text.slice(0, 300)}`,
  )
}

async function auditSettings(model: Model, real: Real): Promise<void> {
  judgeSettings(member(await act(real, 'readSettings'), 'settings'), model, real)
}

/** All settings that the model knows hold. */
export function judgeSettings(settings: unknown, model: Model, real: Real): void {
  const differing = Object.entries(model.settings).find(
    ([name, value]) => !isObject(settings) || !sameValue(settings[name], value),
  )
  demand(
    real,
    differing === undefined,
    `settings.${differing?.[0]} ${JSON.stringify(differing?.[1])}`,
    JSON.stringify(settings)?.slice(0, 2000),
  )
}
