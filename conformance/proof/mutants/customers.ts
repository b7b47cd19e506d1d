import { customerOf, type CustomerRecord } from '../../../mock-server/seams.ts'
import type { Customer, CustomersResponse } from '../../../schemas/types.ts'
import { counter, forgetting } from './memory.ts'
import {
  afterGate,
  afterHandler,
  all,
  amending,
  amendingMeta,
  answering,
  around,
  type Change,
  changing,
  type FaultsOf,
  fresh,
  isFor,
} from './mutant.ts'
import { asking, finding } from './paging.ts'
import {
  creationFaults,
  deletionFaults,
  invalidFaults,
  outputOnlyFaults,
  readingFaults,
  unknownFaults,
  updateFaults,
} from './record-faults.ts'
import { findingAbsent } from './record-ids.ts'
import { CUSTOMER } from './records.ts'
import { edit, fieldsOf, inField, sending } from './writes.ts'

/** Faults of /customers. */
export const CUSTOMER_FAULTS: FaultsOf<'customers'> = {
  'customers.list': {
    'Where the last page is just full, its last customer is missing': answering(
      'listCustomers',
      ({ customers, meta }) => ({
        customers:
          meta.page === meta.total_pages && customers.length === meta.per_page
            ? customers.slice(0, -1)
            : customers,
        meta,
      }),
    ),
    'per_page above 100 is taken as 100': asking('listCustomers', ({ per_page, ...query }) =>
      per_page === undefined ? query : { ...query, per_page: Number(per_page) > 100 ? '100' : per_page },
    ),
    'From the second page on the last customer of the page before comes again': around(
      'listCustomers',
      (request, handler) => {
        const answer = handler(request)
        const { customers, meta } = answer.body as CustomersResponse
        if (meta.page === 1) return answer
        const page = String(meta.page - 1)
        const before = handler({ ...request, query: { ...request.query, page } }).body as CustomersResponse
        const shown = [...before.customers.slice(-1), ...customers.slice(0, -1)]
        return { ...answer, body: { customers: customers.length > 0 ? shown : customers, meta } }
      },
    ),
    'In a search total is the number of all customers': amendingMeta(
      'listCustomers',
      (meta, { context }) => ({ total: context.store.customers.size }),
    ),
    'A page past the last shows the last one again': around('listCustomers', (request, handler) => {
      const answer = handler(request)
      const { customers, meta } = answer.body as CustomersResponse
      if (customers.length > 0 || meta.total_pages === 0) return answer
      const page = String(meta.total_pages)
      const last = handler({ ...request, query: { ...request.query, page } }).body as CustomersResponse
      return { ...answer, body: { customers: last.customers, meta } }
    }),
    'From page 2 on the search is forgotten': asking('listCustomers', (query) => {
      const { search: _, ...rest } = query
      return Number(query['page'] ?? 1) > 1 ? rest : query
    }),
  },
  'customers.search-name': {
    'The last name is not searched': searching(({ first_name, email, tax_number }) => [
      first_name,
      email,
      tax_number,
    ]),
    'A customer is found by the name that it was created with, not by the present one': withFirstState(
      (first) =>
        searching((customer) => {
          const { first_name, last_name } = first.get(customer.id) ?? customer
          const full = `${first_name} ${last_name}`.trim()
          return [first_name, last_name, full, customer.email, customer.tax_number]
        }),
    ),
    'A search with an apostrophe finds nothing': finding('listCustomers', (found, { query }) =>
      String(query['search'] ?? '').includes("'") ? [] : found,
    ),
  },
  'customers.search-email': {
    'Of the email only what stands before the @ is searched': searching(
      ({ first_name, last_name, email, tax_number }) => [
        first_name,
        last_name,
        `${first_name} ${last_name}`.trim(),
        email.split('@')[0] ?? '',
        tax_number,
      ],
    ),
    'A plus sign in the search counts as a space, even where it was percent-encoded': asking(
      'listCustomers',
      (query) =>
        query['search'] === undefined
          ? query
          : { ...query, search: String(query['search']).replaceAll('+', ' ') },
    ),
    'After an update a customer is still found by the first email, not by the new one': withFirstState(
      (first) =>
        searching((customer) => {
          const { first_name, last_name, tax_number } = customer
          const { email } = first.get(customer.id) ?? customer
          return [first_name, last_name, `${first_name} ${last_name}`.trim(), email, tax_number]
        }),
    ),
  },
  'customers.search-tax-number': {
    'The tax number is not searched': searching(({ first_name, last_name, email }) => [
      first_name,
      last_name,
      `${first_name} ${last_name}`.trim(),
      email,
    ]),
    'A tax number that came by an update is not found': withFirstState((first) =>
      searching((customer) => {
        const { first_name, last_name, email } = customer
        const { tax_number } = first.get(customer.id) ?? customer
        return [first_name, last_name, `${first_name} ${last_name}`.trim(), email, tax_number]
      }),
    ),
    'A search for digits is taken for a number, so that tax numbers with leading zeros are not found':
      finding('listCustomers', (found, { query }) =>
        /^\d+$/.test(String(query['search'] ?? ''))
          ? found.filter(({ tax_number }) => tax_number === String(Number(query['search'])))
          : found,
      ),
  },
  'customers.search-no-match': {
    'A search that finds nothing shows all customers': around('listCustomers', (request, handler) => {
      const answer = handler(request)
      const { search: _search, ...query } = request.query
      const { meta } = answer.body as { meta: { total: number } }
      return meta.total === 0 ? handler({ ...request, query }) : answer
    }),
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
    ...creationFaults(CUSTOMER),
    'A tax number of digits loses its leading zeros': sending(
      'createCustomer',
      inField('tax_number', (number) => (/^\d+$/.test(String(number)) ? String(Number(number)) : number)),
    ),
    'phone loses its plus sign': sending(
      'createCustomer',
      inField('phone', (phone) => String(phone).replaceAll('+', '')),
    ),
    'Of several tags the last one is lost': sending(
      'createCustomer',
      inField('tags', (tags) => String(tags).split(/, */).slice(0, 2).join(', ')),
    ),
    'Creating a customer with an email that another has changes that one instead': (parts) =>
      around('createCustomer', (request, handler) => {
        const { email } = fieldsOf(request)
        const [known] = [...request.context.store.customers.values()].filter(
          (customer) => email !== undefined && email !== '' && customer.email === email,
        )
        return known
          ? parts.handlers.updateCustomer({
              ...request,
              operation: 'updateCustomer',
              params: { ...request.params, id: known.id },
            })
          : handler(request)
      })(parts),
    'A customer that was created is listed, but no search finds it before its first update': fresh(() => {
      const unknown = new Set<number>()
      return all(
        afterHandler('createCustomer', (_request, { customer }) => void unknown.add(customer.id)),
        afterHandler('updateCustomer', (_request, { customer }) => void unknown.delete(customer.id)),
        finding('listCustomers', (found, { query }) =>
          query['search'] ? found.filter(({ id }) => !unknown.has(id)) : found,
        ),
      )
    }),
  },
  'customers.read': {
    ...readingFaults(CUSTOMER),
    'A single customer has the phone without spaces, unlike the list': amending(
      'readCustomer',
      ({ phone }) => ({ phone: phone.replaceAll(' ', '') }),
    ),
    'From page 2 on the list shows no tags': changing('listCustomers', 'customers', (customers, { query }) =>
      Number(query['page'] ?? 1) > 1 ? customers.map((one) => ({ ...one, tags: '' })) : customers,
    ),
  },
  'customers.update': {
    ...updateFaults(CUSTOMER),
    'An update that has both names swaps them': sending('updateCustomer', (fields) =>
      'first_name' in fields && 'last_name' in fields
        ? { ...fields, first_name: fields['last_name'], last_name: fields['first_name'] }
        : fields,
    ),
    'Every second update of a customer is answered, but not saved': fresh(() => {
      const count = counter<number>()
      return forgetting('updateCustomer', ({ params }) => count(params.id) % 2 === 0)
    }),
  },
  'customers.delete': {
    ...deletionFaults(CUSTOMER),
    'total still counts deleted customers': withDeleted((deleted) =>
      changing('listCustomers', 'meta', (meta, { context, query }) => {
        if (query['search']) return meta
        const total = meta.total + deletedOf(deleted, context.store.record.name).length
        return { ...meta, total, total_pages: Math.ceil(total / meta.per_page) }
      }),
    ),
    'Searches still find deleted customers': withDeleted((deleted) =>
      finding('listCustomers', (found, { context, query }) => {
        const search = String(query['search'] ?? '').toLowerCase()
        const gone = deletedOf(deleted, context.store.record.name).filter((customer) =>
          [customer.email, customer.first_name, customer.last_name, customer.tax_number].some((field) =>
            field.toLowerCase().includes(search),
          ),
        )
        return search === '' ? found : [...found, ...gone.map(customerOf)]
      }),
    ),
  },
  'customers.output-only': {
    ...outputOnlyFaults(CUSTOMER),
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
  'customers.invalid': {
    ...invalidFaults(CUSTOMER),
  },
  'customers.unknown': {
    ...unknownFaults(CUSTOMER),
    'An unknown customer is read as an empty object': findingAbsent('readCustomer', () => ({ customer: {} })),
    'A customer is also read by its platform_customer_id': afterGate('known-path', (exchange) => {
      const customers = [...(exchange.context?.store.customers.values() ?? [])]
      const meant = customers.find((each) => each.platform_customer_id === exchange.params.id)
      if (isFor(exchange, 'readCustomer') && meant) exchange.params.id = meant.id
    }),
  },
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const pattern = (source: string): RegExp => new RegExp(source, 'iu')

/** Searches other fields than the stated ones, letter case aside. */
function searching(fieldsOfCustomer: (customer: Customer) => readonly string[]): Change {
  return searchingAll((customer, search) =>
    fieldsOfCustomer(customer).some((field) => field.toLowerCase().includes(search.toLowerCase())),
  )
}

/** Searches the stated fields by a pattern. */
function searchingBy(patternOf: (search: string) => RegExp): Change {
  return searchingAll(({ first_name, last_name, email, tax_number }, search) => {
    const wanted = patternOf(search)
    return [first_name, last_name, `${first_name} ${last_name}`.trim(), email, tax_number].some((field) =>
      wanted.test(field),
    )
  })
}

function searchingAll(matches: (customer: Customer, search: string) => boolean): Change {
  return all(
    finding('listCustomers', (found, { context, query }) => {
      const search = String(query['wanted'] ?? '')
      return search === ''
        ? found
        : found.filter(({ id }) => matches(context.store.customers.get(id)!, search))
    }),
    // What finds it must not have searched already.
    asking('listCustomers', ({ search, ...query }) =>
      search === undefined ? query : { ...query, wanted: search },
    ),
  )
}

/** A fault that knows customers as they were before their first update. */
function withFirstState(make: (first: ReadonlyMap<number, CustomerRecord>) => Change): Change {
  return fresh(() => {
    const first = new Map<number, CustomerRecord>()
    return all(
      around('updateCustomer', (request, handler) => {
        const before = request.context.store.customers.get(request.params.id)
        const answer = handler(request)
        if (before && !first.has(before.id)) first.set(before.id, before)
        return answer
      }),
      make(first),
    )
  })
}

type Deleted = Map<number, { store: string; customer: CustomerRecord }>

const deletedOf = (deleted: Deleted, name: string): CustomerRecord[] =>
  [...deleted.values()].filter(({ store }) => store === name).map(({ customer }) => customer)

/** A fault of customers that were deleted. */
function withDeleted(make: (deleted: Deleted) => Change): Change {
  return fresh(() => {
    const deleted: Deleted = new Map()
    return all(
      around('deleteCustomer', (request, handler) => {
        const { store } = request.context
        const customer = store.customers.get(request.params.id)
        const answer = handler(request)
        if (customer) deleted.set(customer.id, { store: store.record.name, customer })
        return answer
      }),
      make(deleted),
    )
  })
}
