import type { Store } from '../../../mock-server/seams.ts'
import type { Customer } from '../../../schemas/types.ts'
import { afterHandler, amendingMeta, around, asking, bodyOf, changing, leavingOut } from './answers.ts'
import { cacheFaults } from './cache-faults.ts'
import { fadingCreations, fadingDeletions } from './fading-faults.ts'
import { afterGate } from './gates.ts'
import { all, type Change, type Faults, type FaultsOf, ofEach, noting } from './mutant.ts'
import { isFor } from './operations.ts'
import { pagingFaults } from './paging-faults.ts'
import { finding, paged } from './paging.ts'
import { creationFaults, deletionFaults, readingFaults } from './record-faults.ts'
import { invalidFaults, outputOnlyFaults, unknownFaults } from './record-input-faults.ts'
import { updateFaults } from './record-update-faults.ts'
import { type Before, CUSTOMER, type Kept, withBefore } from './records.ts'
import { edit, fieldsOf, misreading, sending } from './writes.ts'

/** Faults of /customers. */
export const CUSTOMER_FAULTS: FaultsOf<'customers'> = {
  'customers.list': {
    ...pagingFaults('listCustomers'),
    'In a search total is the number of all customers': amendingMeta(
      'listCustomers',
      (meta, { context }) => ({ total: context.store.customers.size }),
    ),
    'From page 2 on the search is forgotten': asking('listCustomers', (query) =>
      Number(query['page'] ?? 1) > 1 ? leavingOut(query, 'search') : query,
    ),
  },
  'customers.search-name': {
    ...ofEach(['first_name', 'last_name'], searchFaults),
    'A search with an apostrophe finds nothing': finding('listCustomers', (found, { query }) =>
      String(query['search'] ?? '').includes("'") ? [] : found,
    ),
    'A customer without a first name or a last name has no name to be found by': searching(
      ({ first_name, last_name }) =>
        first_name === '' || last_name === '' ? { first_name: '', last_name: '' } : {},
    ),
    'A customer without an email is in no search': searching(({ email }) => (email === '' ? NOTHING : {})),
  },
  'customers.search-email': {
    ...searchFaults('email'),
    'A customer without a tax number is in no search by email': searching(({ tax_number }) =>
      tax_number === '' ? { email: '' } : {},
    ),
    'Of the email only what stands before the @ is searched': searching(({ email }) => ({
      email: email.split('@')[0] ?? '',
    })),
    'A plus sign in the search counts as a space, even where it was percent-encoded': asking(
      'listCustomers',
      (query) =>
        query['search'] === undefined
          ? query
          : { ...query, search: String(query['search']).replaceAll('+', ' ') },
    ),
  },
  'customers.search-tax-number': {
    ...searchFaults('tax_number'),
    'An update of nothing but the tax number leaves searches with the one before': noting(
      Map<number, string>,
      (stale) => [
        around('updateCustomer', (request, handler) => {
          const { id } = request.params
          const before = request.context.store.customers.get(id)?.tax_number ?? ''
          const answer = handler(request)
          if (Object.keys(fieldsOf(request)).join() === 'tax_number') stale.set(id, stale.get(id) ?? before)
          else stale.delete(id)
          return answer
        }),
        searching(({ id, tax_number }) => ({ tax_number: stale.get(id) ?? tax_number })),
      ],
    ),
    'A search for digits is taken for a number, so that tax numbers with leading zeros are not found':
      finding('listCustomers', (found, { query }) =>
        /^\d+$/.test(String(query['search'] ?? ''))
          ? found.filter(({ tax_number }) => tax_number === String(Number(query['search'])))
          : found,
      ),
  },
  'customers.search-no-match': {
    'A search that finds nothing shows all customers': paged('listCustomers', ({ meta }, { query, ask }) =>
      meta.total === 0 ? ask(leavingOut(query, 'search')) : {},
    ),
    'Percent sign and underscore in the search stand for any characters': searchingBy((search) =>
      pattern([...search].map((sign) => (sign === '%' ? '.*' : sign === '_' ? '.' : literal(sign))).join('')),
    ),
    'The search is a regular expression': searchingBy((search) => {
      try {
        return pattern(search)
      } catch {
        return /^\b$/
      }
    }),
  },
  'customers.create': {
    ...cacheFaults('createCustomer', 'listCustomers'),
    ...creationFaults(CUSTOMER),
    ...fadingCreations(CUSTOMER),
    'A tax number of digits loses its leading zeros': misreading('createCustomer', 'tax_number', (number) =>
      /^\d+$/.test(String(number)) ? String(Number(number)) : number,
    ),
    'phone loses its plus sign': misreading('createCustomer', 'phone', (phone) =>
      String(phone).replaceAll('+', ''),
    ),
    'Of several tags the last one is lost': misreading('createCustomer', 'tags', (tags) =>
      String(tags).split(/, */).slice(0, 2).join(', '),
    ),
    'Creating a customer with an email that another has changes that one instead': around(
      'createCustomer',
      (request, handler, { updateCustomer }) => {
        const { email } = fieldsOf(request)
        const known = [...request.context.store.customers.values()].find((one) => one.email === email)
        if (!email || !known) return handler(request)
        return updateCustomer({
          ...request,
          operation: 'updateCustomer',
          params: { ...request.params, id: known.id },
        })
      },
    ),
    'A customer that was created is listed, but no search finds it before its first update': noting(
      Set<number>,
      (unknown) => [
        afterHandler('createCustomer', (_request, { customer }) => void unknown.add(customer.id)),
        afterHandler('updateCustomer', (_request, { customer }) => void unknown.delete(customer.id)),
        finding('listCustomers', (found, { query }) =>
          query['search'] ? found.filter(({ id }) => !unknown.has(id)) : found,
        ),
      ],
    ),
  },
  'customers.read': {
    ...readingFaults(CUSTOMER),
    'From page 2 on the list shows no tags': changing('listCustomers', 'customers', (customers, { query }) =>
      Number(query['page'] ?? 1) > 1 ? customers.map((one) => ({ ...one, tags: '' })) : customers,
    ),
  },
  'customers.update': {
    ...updateFaults(CUSTOMER),
    ...cacheFaults('updateCustomer', 'listCustomers', 'readCustomer'),
    'An update that has both names swaps them': sending('updateCustomer', (fields) =>
      'first_name' in fields && 'last_name' in fields
        ? { ...fields, first_name: fields['last_name'], last_name: fields['first_name'] }
        : fields,
    ),
  },
  'customers.delete': {
    ...cacheFaults('deleteCustomer', 'listCustomers'),
    ...deletionFaults(CUSTOMER),
    ...fadingDeletions(CUSTOMER),
    'total still counts deleted customers': withBefore(CUSTOMER, 'delete', (deleted) =>
      amendingMeta('listCustomers', (meta, { context, query }) => {
        if (query['search']) return {}
        const total = meta.total + deletedOf(deleted, context.store).length
        return { total, total_pages: Math.ceil(total / meta.per_page) }
      }),
    ),
    'The total of a search still counts deleted customers': withBefore(CUSTOMER, 'delete', (deleted) =>
      amendingMeta('listCustomers', (meta, { context, query }) => {
        const search = String(query['search'] ?? '').toLowerCase()
        const gone = deletedOf(deleted, context.store).filter((one) =>
          textsOf(one).some((text) => text.toLowerCase().includes(search)),
        )
        const total = meta.total + (search === '' ? 0 : gone.length)
        return { total, total_pages: Math.ceil(total / meta.per_page) }
      }),
    ),
    'Searches still find deleted customers': withBefore(CUSTOMER, 'delete', (deleted) =>
      finding('listCustomers', (found, { context, query }) => {
        const search = String(query['search'] ?? '')
        const gone = deletedOf(deleted, context.store).filter((one) =>
          textsOf(one).some((text) => text.toLowerCase().includes(search.toLowerCase())),
        )
        return search === '' ? found : [...found, ...gone]
      }),
    ),
    'Of several customers with one email none is found by it, once one is deleted': withBefore(
      CUSTOMER,
      'delete',
      (deleted) =>
        finding('listCustomers', (found, { context, query }) => {
          const gone = deletedOf(deleted, context.store).map(({ email }) => email)
          return found.filter(({ email }) => email !== query['search'] || !gone.includes(email))
        }),
    ),
  },
  'customers.output-only': {
    ...outputOnlyFaults(CUSTOMER),
    'An update to the email of an invoice gives the customer the platform_customer_id of that': around(
      'updateCustomer',
      (request, handler) => {
        const { store } = request.context
        const answer = handler(request)
        const { customer } = bodyOf<'updateCustomer'>(answer)
        const invoice = [...store.invoices.values()].find((one) => one.customer.email === customer.email)
        if (!invoice || !('email' in fieldsOf(request))) return answer
        const platform_customer_id = Number(invoice.customer.id)
        edit(store.customers, customer.id, { platform_customer_id })
        return { ...answer, body: { customer: { ...customer, platform_customer_id } } }
      },
    ),
    'An update of the email gives the customer a new platform_customer_id': afterHandler(
      'updateCustomer',
      (request, { customer }) => {
        if ('email' in fieldsOf(request))
          edit(request.context.store.customers, customer.id, {
            platform_customer_id: request.context.nextId(),
          })
      },
    ),
    'An update deletes the addresses': afterHandler('updateCustomer', ({ context }, { customer }) => {
      edit(context.store.customers, customer.id, { addresses: [] })
    }),
  },
  'customers.invalid': invalidFaults(CUSTOMER),
  'customers.unknown': {
    ...unknownFaults(CUSTOMER),
    'A customer is also read by its platform_customer_id': afterGate('known-path', (exchange) => {
      const customers = [...(exchange.context?.store.customers.values() ?? [])]
      const meant = customers.find((each) => each.platform_customer_id === exchange.params.id)
      if (isFor(exchange, 'readCustomer') && meant) exchange.params.id = meant.id
    }),
  },
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const pattern = (source: string): RegExp => new RegExp(source, 'iu')

/** What a search looks at. */
type Searched = Pick<Customer, 'first_name' | 'last_name' | 'email' | 'tax_number'>

const NOTHING: Searched = { first_name: '', last_name: '', email: '', tax_number: '' }

const textsOf = ({ first_name, last_name, email, tax_number }: Searched): string[] => [
  first_name,
  last_name,
  `${first_name} ${last_name}`.trim(),
  email,
  tax_number,
]

/** Faults of searching any field. */
function searchFaults(field: keyof Searched): Faults {
  return {
    [`Of ${field} the first 64 characters are searched`]: searching(({ [field]: text }) => ({
      [field]: text.slice(0, 64),
    })),
    [`${field} is not searched`]: searching(() => ({ [field]: '' })),
    [`${field} is searched as it was before the first update`]: withBefore(CUSTOMER, 'update', (before) =>
      searching(({ id }) => {
        const first = before.get(id)?.record
        return first ? { [field]: String(first[field]) } : {}
      }),
    ),
  }
}

/** Searches customers as if some of their texts were others. */
function searching(others: (customer: Customer) => Partial<Searched>): Change {
  return searchingAll((customer, search) =>
    textsOf({ ...customer, ...others(customer) }).some((text) =>
      text.toLowerCase().includes(search.toLowerCase()),
    ),
  )
}

/** Searches customers by a pattern. */
function searchingBy(patternOf: (search: string) => RegExp): Change {
  return searchingAll((customer, search) => {
    const wanted = patternOf(search)
    return textsOf(customer).some((text) => wanted.test(text))
  })
}

function searchingAll(matches: (customer: Customer, search: string) => boolean): Change {
  return all(
    finding('listCustomers', (found, { query }) => {
      const search = String(query['wanted'] ?? '')
      return search === '' ? found : found.filter((customer) => matches(customer, search))
    }),
    // What finds it must not have searched already.
    asking('listCustomers', ({ search, ...query }) =>
      search === undefined ? query : { ...query, wanted: search },
    ),
  )
}

/** Customers of a store that were deleted, as the list showed them. */
const deletedOf = (deleted: ReadonlyMap<number, Before>, { record: { name } }: Store): Customer[] =>
  [...deleted.values()]
    .filter(({ store }) => store === name)
    // What the table of customers kept.
    .map(({ record }) => CUSTOMER.shown(record) as Kept & Customer)
