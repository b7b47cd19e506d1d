import { isObject, type Exchange, type ReceivedResponse } from '../server/client/exchange.ts'
import { records } from '../server/store/inventory.ts'
import { bothPermitSettings } from './both.ts'
import type { Made } from './move.ts'
import type { Play, Step } from './play.ts'
import { SHOWN_SETTINGS } from './settings.ts'

/** Stands for a value that neither server was told. */
const UNTOLD = '(a value of its own)'

const LISTS: Readonly<Record<string, 'templates' | 'customers' | 'invoices' | undefined>> = {
  listTemplates: 'templates',
  listCustomers: 'customers',
  listInvoices: 'invoices',
  searchInvoices: 'invoices',
}

/** A member of ours beside a list: its records in their order, by A's names. */
export const ORDER_OF = 'order of '

type Side = 'here' | 'there'

/**
 * The two answers of a step as far as they can be compared: of lists the records that both were told to make, of
 * settings and of invoices of orders that are not alike which fields there are, of counting headers their form.
 */
export function comparable(
  { operation, call, answers }: Step,
  play: Play,
): [ReceivedResponse, ReceivedResponse] {
  const [here, there] = answers.map((answer) => ({
    ...answer.response,
    headers: withoutCounts(answer.response.headers),
  }))
  if (!here || !there) throw new Error('a step has two answers')
  const many = LISTS[operation]
  if (many !== undefined)
    return bothLists([here, there], answers, many, call.query?.['search'] !== undefined, play)
  const untold = untoldOf(operation, answers, play)
  return [blanked(here, untold), blanked(there, untold)]
}

/** Of a limit that is counted down, how it is told. */
function withoutCounts(headers: Record<string, string>): Record<string, string> {
  const counts = Object.entries(headers).filter(([name]) => /^x-ratelimit-(remaining|reset)$/.test(name))
  return { ...headers, ...Object.fromEntries(counts.map(([name, value]) => [name, formOfCount(value)])) }
}

function formOfCount(value: string): string {
  if (!/^\d+$/.test(value)) return 'a date'
  return value.length >= 10 ? 'seconds since 1970' : 'a number'
}

function bothLists(
  responses: [ReceivedResponse, ReceivedResponse],
  answers: Step['answers'],
  many: 'templates' | 'customers' | 'invoices',
  isOurs: boolean,
  play: Play,
): [ReceivedResponse, ReceivedResponse] {
  const made = many === 'invoices' ? play.invoices.filter(({ alike }) => alike) : play[many]
  const [mine, theirs] = [shownOf(answers[0], many, 'here', made), shownOf(answers[1], many, 'there', made)]
  // On a page of a longer list others decide whether a record of ours is there too.
  const isWhole = answers.every(isOnePage)
  const common = [...mine.keys()].filter((one) => theirs.has(one))
  // What one shows alone has a place of its own, and is held beside no other record.
  const shownByAny = [...new Set([...common, ...mine.keys(), ...theirs.keys()])]
  const pruned = (response: ReceivedResponse, shown: ReadonlyMap<Made, unknown>): ReceivedResponse => {
    const { json } = response
    if (!isObject(json) || !Array.isArray(json[many])) return response
    return {
      ...response,
      json: {
        ...json,
        [many]: (isWhole ? shownByAny : common).map((one) => shown.get(one)),
        [ORDER_OF + many]: [...shown.keys()].filter((one) => common.includes(one)).map(({ here }) => here),
        ...(isObject(json['meta']) && { meta: metaOf(json['meta'], isOurs) }),
      },
    }
  }
  return [pruned(responses[0], mine), pruned(responses[1], theirs)]
}

/** The records of ours in a list, in its order. */
function shownOf(answer: Exchange, many: string, side: Side, made: readonly Made[]): Map<Made, unknown> {
  const shown = new Map<Made, unknown>()
  for (const item of records<{ id: unknown }>(answer, many)) {
    const one = made.find((each) => each[side] === item.id)
    if (one) shown.set(one, item)
  }
  return shown
}

function isOnePage({ response: { json } }: Exchange): boolean {
  const meta = isObject(json) ? json['meta'] : undefined
  return (
    !isObject(meta) ||
    (typeof meta['total_pages'] === 'number' && meta['total_pages'] <= 1 && meta['page'] === 1)
  )
}

/** How many there are is each store's own, unless only ours were asked for. */
const metaOf = (meta: Record<string, unknown>, isOurs: boolean): Record<string, unknown> =>
  isOurs ? meta : { ...meta, total: UNTOLD, total_pages: UNTOLD }

/** The member of the answer whose values are not compared, and the fields of it that are all the same. */
function untoldOf(
  operation: Step['operation'],
  answers: Step['answers'],
  play: Play,
): [string, readonly string[]] | null {
  if (operation === 'readSettings' || operation === 'updateSettings')
    return ['settings', bothPermitSettings(play.both) ? SHOWN_SETTINGS : []]
  const json = answers[0].response.json
  const invoice = isObject(json) ? json['invoice'] : undefined
  const isUnlike = play.invoices.some(
    ({ alike, here }) => !alike && isObject(invoice) && invoice['id'] === here,
  )
  return isUnlike ? ['invoice', ['id', 'slug']] : null
}

function blanked(response: ReceivedResponse, untold: ReturnType<typeof untoldOf>): ReceivedResponse {
  const { json } = response
  if (untold === null || !isObject(json)) return response
  const [name, told] = untold
  const value = json[name]
  return isObject(value) ? { ...response, json: { ...json, [name]: blankedFields(value, told) } } : response
}

const blankedFields = (value: Record<string, unknown>, told: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([field, is]) => [field, told.includes(field) ? is : UNTOLD]))
