import type { Answer } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { isObject } from '../../server/client/exchange.ts'
import { around, bodyOf, parameter } from './answers.ts'
import { type Change, type Faults, ofEach } from './mutant.ts'
import { finding } from './paging.ts'

// Signs that stand for others where texts are searched, or that get lost there: each in each field.

/** What each sign is elsewhere, as a regular expression has it. */
const SIGNS: Readonly<Record<string, readonly [name: string, pattern: string]>> = {
  '%': ['percent sign', '.*'],
  _: ['underscore', '.'],
  '*': ['star', '.*'],
  '?': ['question mark', '.'],
  '.': ['full stop', '.'],
}

const CUSTOMER_FIELDS = ['first_name', 'last_name', 'email', 'tax_number'] as const
const INVOICE_FIELDS = ['customer_name', 'customer_email'] as const

type Many = 'customers' | 'invoices'
const SEARCHES = {
  customers: { operation: 'listCustomers', list: 'listCustomers', parameter: 'search' },
  invoices: { operation: 'searchInvoices', list: 'listInvoices', parameter: 'q' },
} as const

/** Faults of searches that read signs as patterns. */
export const WILDCARD_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'customers.search-no-match': ofEach(CUSTOMER_FIELDS, (field) => standingFor('customers', field)),
  'search.no-match': ofEach(INVOICE_FIELDS, (field) => standingFor('invoices', field)),
  'customers.search-name': { ...lostIn('customers', 'first_name'), ...lostIn('customers', 'last_name') },
  'customers.search-tax-number': lostIn('customers', 'tax_number'),
  'search.by-customer-name': lostIn('invoices', 'customer_name'),
}

function standingFor(many: Many, field: string): Faults {
  return ofEach(Object.keys(SIGNS), (sign) => ({
    [`In ${field} of ${many} a ${SIGNS[sign]?.[0]} in the search stands for any characters`]: asPattern(
      many,
      field,
      sign,
    ),
  }))
}

/** Finds besides what it should what the text fits as a pattern. */
function asPattern(many: Many, field: string, sign: string): Change {
  const { operation, list, parameter: name } = SEARCHES[many]
  return around(operation, (request, handler, handlers) => {
    const text = parameter(request, name) ?? ''
    const right = handler(request)
    if (!text.includes(sign)) return right
    const all = handlers[list]({ ...request, query: { per_page: 250 } })
    const pattern = new RegExp(
      `${[...text].map((one) => (one === sign ? SIGNS[sign]?.[1] : literal(one))).join('')}`,
      'iu',
    )
    const known = new Set(itemsIn(right, many).map(({ id }) => id))
    const more = itemsIn(all, many).filter((one) => !known.has(one.id) && pattern.test(valueOf(one, field)))
    if (more.length === 0) return right
    const items = [...itemsIn(right, many), ...more]
    const meta = { total: items.length, page: 1, per_page: 250, total_pages: 1 }
    return { outcome: 'ok', body: { [many]: items, meta } }
  })
}

type Item = Readonly<Record<string, unknown>> & { readonly id: number }

const itemsIn = (answer: Answer, many: Many): readonly Item[] =>
  // Either answers records under its own name.
  (bodyOf<'listCustomers'>(answer) as unknown as Readonly<Record<Many, readonly Item[]>>)[many]

const literal = (one: string): string => one.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)

function lostIn(many: Many, field: string): Faults {
  const { operation, parameter: name } = SEARCHES[many]
  return ofEach(Object.keys(SIGNS), (sign) => ({
    [`By its ${field} nothing among ${many} is found where that holds a ${SIGNS[sign]?.[0]}`]: finding(
      operation,
      (found, request) => {
        const text = parameter(request, name) ?? ''
        return found.filter((one) => {
          const value = valueOf(one, field)
          return !(
            text.includes(sign) &&
            value.includes(sign) &&
            (text.includes(value) || value.includes(text))
          )
        })
      },
    ),
  }))
}

const valueOf = (record: unknown, field: string): string => (isObject(record) ? String(record[field]) : '')
