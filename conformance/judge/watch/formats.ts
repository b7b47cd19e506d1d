import type { QuestionKey } from '../../../schemas/questions.ts'
import { resultOf } from '../../../schemas/envelopes.ts'
import { fieldsOf } from '../../../schemas/resources.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { resetFormat } from '../../server/client/reset.ts'
import type { Session } from '../../server/session.ts'
import { watcher } from '../check.ts'
import { emptyFieldBy } from './shape/empty-field.ts'
import { recordsIn } from './shape/records-in.ts'
import { isDateTime, isDecimal, isUuid } from './shape/values.ts'

type Fields = Record<string, unknown>

type Look = (record: Fields, exchange: Exchange, session: Session) => void

/** What each record may answer, until it is answered; the others narrow what is left, again and again. */
const LOOKS: readonly (readonly [QuestionKey | null, Look])[] = [
  ['format.timestamps', observeTimestamp],
  ['format.slug', observeSlug],
  ['format.ids', observeId],
  [null, observeMoney],
  ['format.country', observeCountry],
]

/** How the server writes values: answers to open questions, seen in passing and never judged. */
export const formats = watcher([], {
  name: 'how values are written',
  // oxlint-disable-next-line require-yield -- it observes and has nothing to say of any clause
  *watch(exchange, session) {
    if (!exchange.operation || !isSuccess(exchange)) return
    observeHeaders(exchange, session)
    const records = recordsIn(exchange).filter(isObject)
    for (const [key, look] of LOOKS)
      if (key === null || !session.observations.isSettled(key))
        for (const record of records) look(record, exchange, session)
    observeEmptyFields(records, exchange, session)
    observeExtraFields(records, exchange, session)
  },
})

function observeHeaders(exchange: Exchange, { observations }: Session): void {
  const { headers } = exchange.response
  if (exchange.key === 'api')
    observations.observe(
      'rate.headers_always',
      'x-ratelimit-limit' in headers || 'x-ratelimit-reset' in headers,
      exchange,
    )
  const reset = headers['x-ratelimit-reset']
  if (reset) observations.observe('rate.reset_format', resetFormat(reset), exchange)
  if (exchange.key === 'api') observations.quota.see(exchange)
}

function observeTimestamp({ created_at }: Fields, exchange: Exchange, { observations }: Session): void {
  if (!isDateTime(created_at)) return
  const [, fraction = '', offset = 'Z'] = /(?:[.,](\d+))?(Z|[+-]\d{2}(?::\d{2})?)$/.exec(created_at) ?? []
  const digits = ([0, 3, 6] as const).find((one) => one >= fraction.length) ?? 6
  observations.observe(
    'format.timestamps',
    { offset: offset.length === 3 ? `${offset}:00` : offset, digits },
    exchange,
  )
}

/** Versions that the mock can be set to. */
const VERSIONS = [4, 7] as const

function observeSlug({ slug }: Fields, exchange: Exchange, { observations }: Session): void {
  if (!isUuid(slug) || slug.toLowerCase() === slug.toUpperCase()) return
  const version = VERSIONS.find((one) => String(one) === slug[14])
  if (version === undefined)
    return observations.unobserved('format.slug', `slugs are UUIDs of version ${slug[14]}`)
  const letters = slug === slug.toLowerCase() ? 'lower' : 'upper'
  observations.observe('format.slug', { version, case: letters }, exchange)
}

function observeId({ id }: Fields, exchange: Exchange, { observations }: Session): void {
  if (Number.isInteger(id))
    observations.observe('format.ids', Number(id) > 2 ** 32 ? 'large' : 'small', exchange)
}

/** Each amount of an invoice may rule ways out in which amounts are written. */
function observeMoney(
  { total_price, currency, line_items, tax_lines }: Fields,
  exchange: Exchange,
  { observations }: Session,
): void {
  if (typeof currency !== 'string') return
  if (isDecimal(total_price)) observations.money.see(total_price, currency, exchange)
  // Summaries, of which lists have many, show no lines.
  if (line_items !== undefined) observePrices(line_items, currency, exchange, observations)
  if (tax_lines !== undefined) observePrices(tax_lines, currency, exchange, observations)
}

function observePrices(
  lines: unknown,
  currency: string,
  exchange: Exchange,
  { money }: Session['observations'],
): void {
  if (!Array.isArray(lines)) return
  for (const line of lines)
    if (isObject(line) && isDecimal(line['price'])) money.see(line['price'], currency, exchange)
}

function observeCountry({ billing_address }: Fields, exchange: Exchange, { observations }: Session): void {
  const country = isObject(billing_address) ? billing_address['country'] : undefined
  if (typeof country !== 'string' || country.length < 2) return
  observations.observe(
    'format.country',
    /^[A-Z]{2,3}$/.test(country) && country.length === 2 ? 'code' : 'name',
    exchange,
  )
}

/** Of what is read, fields beyond the listed ones. A record with as many fields as the one before has the same. */
function observeExtraFields(records: readonly Fields[], exchange: Exchange, { observations }: Session): void {
  const name = schemaRead(exchange)
  if (!name || records.length === 0) return
  observations.listed ??= exchange
  if (observations.isSettled('output.extra_fields')) return
  const properties = fieldsOf(name)
  let before = 0
  for (const record of records) {
    const count = countOf(record)
    if (count !== before && Object.keys(record).some((field) => !(field in properties)))
      return observations.observe('output.extra_fields', 'some', exchange)
    before = count
  }
}

/** How many fields it has, without a list of them: records of JSON have none but their own. */
function countOf(record: Fields): number {
  let count = 0
  for (const _ in record) count++
  return count
}

/** Of what is read, listed fields without a value. */
function observeEmptyFields(records: readonly Fields[], exchange: Exchange, { observations }: Session): void {
  const name = schemaRead(exchange)
  if (!name || observations.isSettled('nullable')) return
  const emptyIn = emptyFieldBy(name)
  for (const record of records) {
    const field = emptyIn(record)
    if (field !== null)
      observations.observe('nullable', [`${name.slice('resources/'.length)}.${field}`], exchange)
  }
}

const schemaRead = ({ operation, request }: Exchange) =>
  operation && request.method === 'GET' ? resultOf(operation)?.schema : undefined
