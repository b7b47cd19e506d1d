import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { records } from '../../server/store/inventory.ts'
import type { Fields, Shown } from '../records/record-kind.ts'
import { sameValue } from '../same-value.ts'
import { sameStated } from '../stated-fields.ts'
import { CUSTOMERS, TEMPLATES, type Kind } from './kinds.ts'
import { pick, type Play } from './model.ts'

/** Whether a record shows the fields; what the model does not know of it is left open. */
export const shows = (record: unknown, fields: Fields): boolean =>
  isObject(record) && wrongField(record, fields) === undefined

/** The first field that a record shows differently, undefined where it is no record at all. */
export const wrongField = (record: unknown, fields: Fields): string | undefined =>
  isObject(record) ? Object.keys(fields).find((name) => !sameValue(record[name], fields[name])) : undefined

/** `customer.phone`. */
export const fieldOf = (one: string, name: string | undefined): string | undefined =>
  name === undefined ? undefined : `${one}.${name}`

/** After every few commands, whatever they were: the run's own records, the settings and others' templates are as they must be. */
export async function auditAll(play: Play): Promise<void> {
  await Promise.all([
    auditTemplates(play),
    auditCustomers(play),
    readOne(TEMPLATES, play),
    readOne(CUSTOMERS, play),
    auditSettings(play),
  ])
}

async function auditTemplates(play: Play): Promise<void> {
  const listed = await play.act('listTemplates')
  if (!isSuccess(listed)) return
  judgeList(TEMPLATES, listed, play)
  const items = records<Shown>(listed, 'templates')
  for (const id of play.model.templates.keys())
    play.demand(
      items.some((item) => item.id === id),
      `template ${id} in the list`,
    )
  for (const neighbour of play.neighbours) {
    const now = items.find(({ id }) => id === neighbour['id'])
    play.demand(
      now !== undefined && sameStated('resources/template', unstamped(now), unstamped(neighbour)),
      `template ${String(neighbour['id'])}, which is not ours, as it was`,
      JSON.stringify(now),
    )
  }
}

/** Being used may stamp a template: its updated_at is no part of what it was. */
const unstamped = (template: object): object => ({ ...template, updated_at: null })

/** The list is asked now with a search for what is ours, now without one. */
async function auditCustomers(play: Play): Promise<void> {
  const { customers, gone } = play.model
  if (customers.size + gone.customers.length === 0) return
  const search = play.turn % 2 === 0 && { search: play.law.marker }
  const listed = await play.act('listCustomers', { query: { ...search, per_page: 250 } })
  if (isSuccess(listed)) judgeList(CUSTOMERS, listed, play)
}

/** What a list shows of our own is as it was sent, no record twice and none that was deleted. */
function judgeList({ one, many }: Kind, listed: Exchange, play: Play): void {
  const items = records<Shown>(listed, many)
  const twice = items.find((item, at) => items.findIndex(({ id }) => id === item.id) !== at)
  play.demand(twice === undefined, `${one} ${twice?.id} once in the list`)
  const gone = play.law.ledger.givesAgain(many) ? [] : play.model.gone[many]
  const back = items.find(({ id }) => gone.includes(id) && !play.law.ledger.holds(many, id))
  play.demand(back === undefined, `the deleted ${one} ${back?.id} gone from the list`)
  for (const item of items) {
    const known = play.model[many].get(item.id)
    play.demand(
      !known || shows(item, known),
      `${one} ${item.id} in the list as it was sent: ${JSON.stringify(known)}`,
      JSON.stringify(item),
      fieldOf(one, wrongField(item, known ?? {})),
    )
  }
}

/** Reads now this, now that record: what was read earlier must not come again. */
async function readOne(kind: Kind, play: Play): Promise<void> {
  const one = pick(play.model[kind.many], play.turn)
  if (one) await judgeRead(kind, ...one, play)
}

/** Reads every record of a kind. */
export async function readAll(kind: Kind, play: Play): Promise<void> {
  for (const [id, fields] of play.model[kind.many]) await judgeRead(kind, id, fields, play)
}

async function judgeRead({ one, operations }: Kind, id: number, fields: Fields, play: Play): Promise<void> {
  const exchange = await play.act(operations.read, { params: { id } })
  const shown = member(exchange, one)
  play.demand(
    shows(shown, { id, ...fields }),
    `${one} ${id} read as it was sent: ${JSON.stringify(fields)}`,
    `${exchange.response.status} ${exchange.response.text.slice(0, 300)}`,
    fieldOf(one, wrongField(shown, fields)),
  )
}

async function auditSettings(play: Play): Promise<void> {
  if (Object.keys(play.model.settings).length === 0) return
  judgeSettings(await play.act('readSettings'), play)
}

/** All settings that the model knows hold. */
export function judgeSettings(exchange: Exchange, play: Play): void {
  const settings = member(exchange, 'settings')
  const [name, value] =
    Object.entries(play.model.settings).find(([known, as]) => !shows(settings, { [known]: as })) ?? []
  play.demand(
    name === undefined,
    `settings.${name} ${JSON.stringify(value)}`,
    JSON.stringify(settings)?.slice(0, 2000),
  )
}
