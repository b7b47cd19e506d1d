import { withDigits } from '../../../schemas/commerce/money.ts'
import type { InvoiceDetail } from '../../../schemas/types.ts'
import { isObject } from '../../server/client/exchange.ts'
import { doubtful, type Edit } from './edit.ts'
import { wholeAddress } from './whole.ts'
import { type Line, lineOf } from './many-lines.ts'
import { termsShown, told } from './taken.ts'

// Edits of one thing each that some order somewhere has, and a careless column, key or pattern has not.

/** A name of more than forty characters, with a sign that emails have; and one of two. */
function oddNames(mark: string): Edit[] {
  const names = { long: `#K@${mark} ${'of many words '.repeat(4)}end`, short: 'Q7' }
  return Object.entries(names).map(([length, name]) =>
    doubtful(`a ${length} name of the order`, { name }, { shown: termsShown({ name }) }),
  )
}

/** What is no number, though it looks like one. */
const zeros = (): Edit =>
  doubtful('postal codes that begin with zero', {
    billing_address: { zip: '01067' },
    shipping_address: { zip: '00501' },
  })

/** Long before computers, and in a zone of its own. */
const oddTimes = (): Edit[] => [
  doubtful('a time with an offset', { processed_at: '2024-06-30T23:30:00-09:30' }),
  doubtful('a time before 1970', { processed_at: '1969-07-20T20:17:00Z' }),
]

/** A country that many lists lack, as this server writes countries. */
function rareCountry({ billing_address: shown }: InvoiceDetail): Edit[] {
  const country = isObject(shown) ? String(shown['country']) : ''
  const name = country.length === 2 ? 'XK' : 'Kosovo'
  return country.length < 2
    ? []
    : [doubtful('a country of few lists', { billing_address: { country: name } })]
}

/** States that end an order; none is the last that it can have. */
const STATES = ['refunded', 'voided', 'expired'] as const

const oddStates = (): Edit[] =>
  STATES.map((financial_status) =>
    // What a server makes of a state that it does not know is its own; and what is paid back may be due no more.
    doubtful(
      `the state ${financial_status}`,
      { financial_status },
      financial_status === 'expired'
        ? { shown: {}, computed: ['financial_status', 'total_price'] }
        : { computed: ['total_price'] },
    ),
  )

/** A customer who is called by one name. */
const oneName = (mark: string): Edit =>
  doubtful('a customer without a first name', { customer: { first_name: '', last_name: `Mononym${mark}` } })

/** A tax that is more than what it is for, as of tobacco. */
function highTax(digits: number, mark: string): Edit {
  const line_items: Line[] = [lineOf(digits, mark)('Taxed', '10')]
  const tax_lines = [{ title: `Duty ${mark}`, rate: 1.5, price: withDigits('15', digits) }]
  const patch = { line_items, tax_lines }
  return doubtful('a tax above the price', patch, {
    shown: told(patch),
    computed: ['total_price', 'tax_lines'],
  })
}

const oneAddress = (mark: string) =>
  wholeAddress(null, {
    company: `One of two ${mark}`,
    address1: '1 Main Street, Apt 2',
    address2: 'Both',
    city: `Both ${mark}`,
    province: 'Berlin',
    phone: '+49 30 9018240',
  })

/** Two that are alike, and then no more; and a phone that is more than a number. */
export const oddAddresses = (mark: string): Edit[] => [
  doubtful('one address for both', {
    billing_address: oneAddress(mark),
    shipping_address: oneAddress(mark),
  }),
  // The other one is told again, as some platforms take two that are alike for one.
  doubtful('one of two addresses that were alike', {
    billing_address: { ...oneAddress(mark), city: `Moved ${mark}` },
    shipping_address: oneAddress(mark),
  }),
  doubtful('a street with a comma', {
    billing_address: { ...oneAddress(mark), address1: 'Unit 5, Harbour Road 12', address2: '' },
  }),
  doubtful('a phone with an extension', { billing_address: { phone: '+49 30 9018240 ext. 5' } }),
]

/** All of them. */
export const oddTerms = (invoice: InvoiceDetail, digits: number, mark: string): Edit[] => [
  ...oddNames(mark),
  zeros(),
  ...oddTimes(),
  ...rareCountry(invoice),
  ...oddStates(),
  doubtful(
    'another id of the same customer',
    { customer: { id: 2 ** 32 + 7004 } },
    { computed: ['customer'] },
  ),
  oneName(mark),
  highTax(digits, mark),
]
