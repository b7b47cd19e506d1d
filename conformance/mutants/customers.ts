import type { ApiRequest } from '../../mock-server/routes/handler.ts'
import { customerOf } from '../../mock-server/rules/customers.ts'
import { Refusal } from '../../mock-server/rules/refusal.ts'
import type { CustomerRecord } from '../../mock-server/store/records.ts'
import type { Customer, CustomersResponse } from '../../schemas/types.ts'
import { counter, forgetting } from './memory.ts'
import {
  afterGate,
  afterHandler,
  all,
  answering,
  around,
  changing,
  changingEach,
  fresh,
  isFor,
  type Change,
  type Mutant,
} from './mutant.ts'
import { asking, finding } from './paging.ts'
import { lookingTooEarly, sharingTheId } from './races.ts'
import { findingAbsent, namingLoosely } from './record-ids.ts'
import {
  eachText,
  edit,
  fieldsOf,
  inField,
  savingWhatItRefuses,
  sending,
  setting,
  taming,
  tamingFields,
  without,
  type Fields,
} from './writes.ts'

const BOTH_WRITES = ['createCustomer', 'updateCustomer'] as const

/** Faults of /customers. */
export const CUSTOMER_MUTANTS: readonly Mutant[] = [
  {
    id: 'customers.last-full-page',
    clause: 'customers.list',
    says: 'Where the last page is just full, its last customer is missing.',
    deep: true,
    mutate: answering('listCustomers', ({ customers, meta }) => ({
      customers:
        meta.page === meta.total_pages && customers.length === meta.per_page
          ? customers.slice(0, -1)
          : customers,
      meta,
    })),
  },
  {
    id: 'customers.per-page-cap',
    clause: 'customers.list',
    says: 'per_page above 100 is taken as 100.',
    deep: true,
    mutate: asking('listCustomers', ({ per_page, ...query }) =>
      per_page === undefined ? query : { ...query, per_page: Number(per_page) > 100 ? '100' : per_page },
    ),
  },
  {
    id: 'customers.pages-overlap',
    clause: 'customers.list',
    says: 'From the second page on the last customer of the page before comes again.',
    mutate: around('listCustomers', (request, handler) => {
      const answer = handler(request)
      const { customers, meta } = answer.body as CustomersResponse
      if (meta.page === 1) return answer
      const page = String(meta.page - 1)
      const before = handler({ ...request, query: { ...request.query, page } }).body as CustomersResponse
      const shown = [...before.customers.slice(-1), ...customers.slice(0, -1)]
      return { ...answer, body: { customers: customers.length > 0 ? shown : customers, meta } }
    }),
  },
  {
    id: 'customers.total-of-search',
    clause: 'customers.list',
    says: 'In a search total is the number of all customers.',
    deep: true,
    mutate: changing('listCustomers', 'meta', (meta, { context }) => ({
      ...meta,
      total: context.store.customers.size,
    })),
  },
  {
    id: 'customers.beyond-last-page',
    clause: 'customers.list',
    says: 'A page past the last shows the last one again.',
    deep: true,
    mutate: around('listCustomers', (request, handler) => {
      const answer = handler(request)
      const { customers, meta } = answer.body as CustomersResponse
      if (customers.length > 0 || meta.total_pages === 0) return answer
      const page = String(meta.total_pages)
      const last = handler({ ...request, query: { ...request.query, page } }).body as CustomersResponse
      return { ...answer, body: { customers: last.customers, meta } }
    }),
  },
  {
    id: 'customers.search-first-name-only',
    clause: 'customers.search-name',
    says: 'The last name is not searched.',
    mutate: searching(({ first_name, email, tax_number }) => [first_name, email, tax_number]),
  },
  {
    id: 'customers.search-old-name',
    clause: 'customers.search-name',
    says: 'A customer is found by the name that it was created with, not by the present one.',
    deep: true,
    mutate: withFirstState((first) =>
      searching((customer) => {
        const { first_name, last_name } = first.get(customer.id) ?? customer
        const full = `${first_name} ${last_name}`.trim()
        return [first_name, last_name, full, customer.email, customer.tax_number]
      }),
    ),
  },
  {
    id: 'customers.search-apostrophe',
    clause: 'customers.search-name',
    says: 'A search with an apostrophe finds nothing.',
    deep: true,
    mutate: finding('listCustomers', (found, { query }) =>
      String(query['search'] ?? '').includes("'") ? [] : found,
    ),
  },
  {
    id: 'customers.search-local-part',
    clause: 'customers.search-email',
    says: 'Of the email only what stands before the @ is searched.',
    mutate: searching(({ first_name, last_name, email, tax_number }) => [
      first_name,
      last_name,
      `${first_name} ${last_name}`.trim(),
      email.split('@')[0] ?? '',
      tax_number,
    ]),
  },
  {
    id: 'customers.search-plus',
    clause: 'customers.search-email',
    says: 'A plus sign in the search counts as a space, even where it was percent-encoded.',
    deep: true,
    mutate: asking('listCustomers', (query) =>
      query['search'] === undefined
        ? query
        : { ...query, search: String(query['search']).replaceAll('+', ' ') },
    ),
  },
  {
    id: 'customers.search-old-email',
    clause: 'customers.search-email',
    says: 'After an update a customer is still found by the first email, not by the new one.',
    deep: true,
    mutate: withFirstState((first) =>
      searching((customer) => {
        const { first_name, last_name, tax_number } = customer
        const { email } = first.get(customer.id) ?? customer
        return [first_name, last_name, `${first_name} ${last_name}`.trim(), email, tax_number]
      }),
    ),
  },
  {
    id: 'customers.search-without-tax-number',
    clause: 'customers.search-tax-number',
    says: 'The tax number is not searched.',
    mutate: searching(({ first_name, last_name, email }) => [
      first_name,
      last_name,
      `${first_name} ${last_name}`.trim(),
      email,
    ]),
  },
  {
    id: 'customers.search-old-tax-number',
    clause: 'customers.search-tax-number',
    says: 'A tax number that came by an update is not found.',
    deep: true,
    mutate: withFirstState((first) =>
      searching((customer) => {
        const { first_name, last_name, email } = customer
        const { tax_number } = first.get(customer.id) ?? customer
        return [first_name, last_name, `${first_name} ${last_name}`.trim(), email, tax_number]
      }),
    ),
  },
  {
    id: 'customers.search-tax-number-zeros',
    clause: 'customers.search-tax-number',
    says: 'A search for digits is taken for a number, so that tax numbers with leading zeros are not found.',
    deep: true,
    mutate: finding('listCustomers', (found, { query }) =>
      /^\d+$/.test(String(query['search'] ?? ''))
        ? found.filter(({ tax_number }) => tax_number === String(Number(query['search'])))
        : found,
    ),
  },
  {
    id: 'customers.search-nothing-shows-all',
    clause: 'customers.search-no-match',
    says: 'A search that finds nothing shows all customers.',
    mutate: around('listCustomers', (request, handler) => {
      const answer = handler(request)
      const { search: _search, ...query } = request.query
      const { meta } = answer.body as { meta: { total: number } }
      return meta.total === 0 ? handler({ ...request, query }) : answer
    }),
  },
  {
    id: 'customers.search-like',
    clause: 'customers.search-no-match',
    says: 'Percent sign and underscore in the search stand for any characters.',
    deep: true,
    mutate: searchingBy((search) =>
      pattern([...search].map((sign) => (sign === '%' ? '.*' : sign === '_' ? '.' : literal(sign))).join('')),
    ),
  },
  {
    id: 'customers.search-regex',
    clause: 'customers.search-no-match',
    says: 'The search is a regular expression.',
    deep: true,
    mutate: searchingBy((search) => {
      try {
        return pattern(search)
      } catch {
        return /^\b$/
      }
    }),
  },
  {
    id: 'customers.created-zeros-lost',
    clause: 'customers.create',
    says: 'A tax number of digits loses its leading zeros.',
    deep: true,
    mutate: sending(
      'createCustomer',
      inField('tax_number', (number) => (/^\d+$/.test(String(number)) ? String(Number(number)) : number)),
    ),
  },
  {
    id: 'customers.created-apostrophe',
    clause: 'customers.create',
    says: 'An apostrophe comes back with a backslash before it.',
    deep: true,
    mutate: sending(
      BOTH_WRITES,
      eachText((text) => text.replaceAll("'", String.raw`\'`)),
    ),
  },
  {
    id: 'customers.created-phone-plus',
    clause: 'customers.create',
    says: 'phone loses its plus sign.',
    deep: true,
    mutate: sending(
      'createCustomer',
      inField('phone', (phone) => String(phone).replaceAll('+', '')),
    ),
  },
  {
    id: 'customers.created-last-tag-lost',
    clause: 'customers.create',
    says: 'Of several tags the last one is lost.',
    deep: true,
    mutate: sending(
      'createCustomer',
      inField('tags', (tags) => String(tags).split(/, */).slice(0, 2).join(', ')),
    ),
  },
  {
    id: 'customers.eori-lost',
    clause: 'customers.create',
    says: 'eori_number is not saved at creation.',
    mutate: sending(
      'createCustomer',
      without((_value, field) => field === 'eori_number'),
    ),
  },
  {
    id: 'customers.same-email-updates',
    clause: 'customers.create',
    says: 'Creating a customer with an email that another has changes that one instead.',
    deep: true,
    mutate: (parts) =>
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
  },
  {
    id: 'customers.created-not-searched',
    clause: 'customers.create',
    says: 'A customer that was created is listed, but no search finds it before its first update.',
    deep: true,
    mutate: fresh(() => {
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
  {
    id: 'customers.simultaneous-creation-lost',
    clause: 'customers.create',
    says: 'Of two simultaneous creations the first one is answered, but not kept.',
    deep: true,
    mutate: lookingTooEarly(
      'createCustomer',
      ({ customers }) => Math.max(0, ...customers.keys()),
      (newest, { context: { store } }) => {
        for (const id of store.customers.keys()) if (id > newest) store.customers.delete(id)
      },
    ),
  },
  {
    id: 'customers.read-phone',
    clause: 'customers.read',
    says: 'A single customer has the phone without spaces, unlike the list.',
    mutate: changing('readCustomer', 'customer', (customer) => ({
      ...customer,
      phone: customer.phone.replaceAll(' ', ''),
    })),
  },
  {
    id: 'customers.read-tags-of-next',
    clause: 'customers.read',
    says: 'A single customer shows the tags of the customer that was read before.',
    deep: true,
    mutate: fresh(() => {
      let before: string | undefined
      return changing('readCustomer', 'customer', (customer) => {
        const tags = before ?? customer.tags
        before = customer.tags
        return { ...customer, tags }
      })
    }),
  },
  {
    id: 'customers.read-oldest',
    clause: 'customers.read',
    says: 'The oldest customer of the store is listed, but cannot be read.',
    deep: true,
    mutate: around('readCustomer', (request, handler) => {
      const [oldest] = request.context.store.lists.customers.in('oldest_first').page(0, 1)
      if (oldest?.id === request.params.id) throw new Refusal('not-found')
      return handler(request)
    }),
  },
  {
    id: 'customers.update-not-saved',
    clause: 'customers.update',
    says: 'An update of tags is answered, but not saved.',
    mutate: around('updateCustomer', (request, handler) => {
      const { customers } = request.context.store
      const tags = customers.get(request.params.id)?.tags
      const answer = handler(request)
      edit(customers, request.params.id, { tags })
      return answer
    }),
  },
  {
    id: 'customers.list-before-update',
    clause: 'customers.update',
    says: 'The list shows customers as they were before their first update.',
    deep: true,
    mutate: withFirstState((first) =>
      changingEach('listCustomers', 'customers', (customer) => {
        const state = first.get(customer.id)
        return state ? customerOf(state) : customer
      }),
    ),
  },
  {
    id: 'customers.read-before-update',
    clause: 'customers.update',
    says: 'A single customer is read as it was when it was read first.',
    deep: true,
    mutate: fresh(() => {
      const cache = new Map<number, object>()
      return changing('readCustomer', 'customer', (customer) => {
        const kept = cache.get(customer.id) ?? customer
        cache.set(customer.id, kept)
        return kept
      })
    }),
  },
  {
    id: 'customers.empty-ignored',
    clause: 'customers.update',
    says: 'An update to an empty text is ignored.',
    deep: true,
    mutate: sending(
      'updateCustomer',
      without((value) => value === ''),
    ),
  },
  {
    id: 'customers.update-by-email',
    clause: 'customers.update',
    says: 'An update changes all customers that have the email of the one that is meant.',
    deep: true,
    mutate: around('updateCustomer', (request, handler) => {
      const { customers } = request.context.store
      const email = customers.get(request.params.id)?.email
      const twins = othersOf(request).filter((customer) => email !== '' && customer.email === email)
      const answer = handler(request)
      for (const { id } of twins) edit(customers, id, fieldsOf(request))
      return answer
    }),
  },
  {
    id: 'customers.updates-cross',
    clause: 'customers.update',
    says: 'Simultaneous updates of two customers both change the one whose request came last.',
    deep: true,
    mutate: sharingTheId('updateCustomer'),
  },
  {
    id: 'customers.names-swapped',
    clause: 'customers.update',
    says: 'An update that has both names swaps them.',
    mutate: sending('updateCustomer', (fields) =>
      'first_name' in fields && 'last_name' in fields
        ? { ...fields, first_name: fields['last_name'], last_name: fields['first_name'] }
        : fields,
    ),
  },
  {
    id: 'customers.second-update-not-saved',
    clause: 'customers.update',
    says: 'Every second update of a customer is answered, but not saved.',
    deep: true,
    mutate: fresh(() => {
      const count = counter<number>()
      return forgetting('updateCustomer', ({ params }) => count(params.id) % 2 === 0)
    }),
  },
  {
    id: 'customers.deleted-counted',
    clause: 'customers.delete',
    says: 'total still counts deleted customers.',
    deep: true,
    mutate: withDeleted((deleted) =>
      changing('listCustomers', 'meta', (meta, { context, query }) => {
        if (query['search']) return meta
        const total = meta.total + deletedOf(deleted, context.store.record.name).length
        return { ...meta, total, total_pages: Math.ceil(total / meta.per_page) }
      }),
    ),
  },
  {
    id: 'customers.deleted-found',
    clause: 'customers.delete',
    says: 'Searches still find deleted customers.',
    deep: true,
    mutate: withDeleted((deleted) =>
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
  {
    id: 'customers.deleted-updatable',
    clause: 'customers.delete',
    says: 'An update of a deleted customer is a success.',
    deep: true,
    mutate: withDeleted((deleted) =>
      findingAbsent('updateCustomer', ({ params }) => {
        const gone = deleted.get(params.id)
        return gone && { customer: customerOf(gone.customer) }
      }),
    ),
  },
  {
    id: 'customers.deleted-again',
    clause: 'customers.delete',
    says: 'Deleting a customer a second time is a success.',
    deep: true,
    mutate: withDeleted((deleted) =>
      findingAbsent('deleteCustomer', ({ params }) => (deleted.has(params.id) ? {} : undefined)),
    ),
  },
  {
    id: 'customers.delete-by-email',
    clause: 'customers.delete',
    says: 'Deleting a customer deletes all of its email.',
    deep: true,
    mutate: around('deleteCustomer', (request, handler) => {
      const { customers } = request.context.store
      const email = customers.get(request.params.id)?.email
      const answer = handler(request)
      for (const other of othersOf(request))
        if (other.email === email && email !== '') customers.delete(other.id)
      return answer
    }),
  },
  {
    id: 'customers.delete-not-done',
    clause: 'customers.delete',
    says: 'A customer is read as not-found after its deletion, but stays in the list.',
    mutate: withDeleted((deleted) =>
      finding('listCustomers', (found, { context, query }) =>
        query['search']
          ? found
          : [...found, ...deletedOf(deleted, context.store.record.name).map(customerOf)],
      ),
    ),
  },
  {
    id: 'customers.platform-id-created',
    clause: 'customers.output-only',
    says: 'platform_customer_id can be set at creation.',
    mutate: setting('createCustomer', ['platform_customer_id']),
  },
  {
    id: 'customers.platform-id-updated',
    clause: 'customers.output-only',
    says: 'platform_customer_id can be set by an update.',
    deep: true,
    mutate: setting('updateCustomer', ['platform_customer_id']),
  },
  {
    id: 'customers.id-set',
    clause: 'customers.output-only',
    says: 'id can be set at creation.',
    deep: true,
    mutate: setting('createCustomer', ['id']),
  },
  {
    id: 'customers.created-at-set',
    clause: 'customers.output-only',
    says: 'created_at can be set by an update.',
    deep: true,
    mutate: setting('updateCustomer', ['created_at']),
  },
  {
    id: 'customers.platform-id-renewed',
    clause: 'customers.output-only',
    says: 'An update of the email gives the customer a new platform_customer_id.',
    deep: true,
    mutate: afterHandler('updateCustomer', (request, { customer }) => {
      if ('email' in fieldsOf(request))
        edit(request.context.store.customers, customer.id, { platform_customer_id: request.context.nextId() })
    }),
  },
  {
    id: 'customers.addresses-wiped',
    clause: 'customers.output-only',
    says: 'An update deletes the addresses.',
    deep: true,
    mutate: afterHandler('updateCustomer', ({ context }, { customer }) => {
      edit(context.store.customers, customer.id, { addresses: [] })
    }),
  },
  {
    id: 'customers.object-as-text',
    clause: 'customers.invalid',
    says: 'An object in the place of a text is accepted and saved as JSON.',
    mutate: tamingFields(BOTH_WRITES, (fields) => textual(fields, (value) => JSON.stringify(value))),
  },
  {
    id: 'customers.array-of-tags',
    clause: 'customers.invalid',
    says: 'An array of tags is accepted and joined with commas.',
    deep: true,
    mutate: tamingFields(
      BOTH_WRITES,
      inField('tags', (tags) => (Array.isArray(tags) ? tags.join(', ') : tags)),
    ),
  },
  {
    id: 'customers.object-ignored',
    clause: 'customers.invalid',
    says: 'Fields of an update that are objects or arrays are ignored.',
    deep: true,
    mutate: tamingFields(
      'updateCustomer',
      without((value) => typeof value === 'object'),
    ),
  },
  {
    id: 'customers.no-customer',
    clause: 'customers.invalid',
    says: 'An update without customer changes nothing and is a success.',
    mutate: taming('updateCustomer', (sent) =>
      isPlain(sent) && !('customer' in sent) ? { customer: {} } : sent,
    ),
  },
  {
    id: 'customers.flat-body',
    clause: 'customers.invalid',
    says: 'A creation also takes the fields when they are not under customer.',
    deep: true,
    mutate: taming('createCustomer', (sent) =>
      isPlain(sent) && !('customer' in sent) && Object.keys(sent).length > 0 ? { customer: sent } : sent,
    ),
  },
  {
    id: 'customers.refused-update-saved',
    clause: 'customers.invalid',
    says: 'An update with an invalid field is refused, but its other fields are saved.',
    deep: true,
    mutate: savingWhatItRefuses('updateCustomer'),
  },
  {
    id: 'customers.refused-creation-saved',
    clause: 'customers.invalid',
    says: 'A creation with an invalid field is refused, but the customer is there.',
    deep: true,
    mutate: savingWhatItRefuses('createCustomer'),
  },
  {
    id: 'customers.number-with-letters',
    clause: 'customers.unknown',
    says: 'Behind an id in the path other characters may follow.',
    deep: true,
    mutate: namingLoosely('readCustomer', (segment) => Number.parseInt(segment, 10)),
  },
  {
    id: 'customers.deletes-with-letters',
    clause: 'customers.unknown',
    says: 'DELETE takes a fraction for the id that stands before its point.',
    deep: true,
    mutate: namingLoosely('deleteCustomer', (segment) => Math.floor(Number(segment))),
  },
  {
    id: 'customers.unknown-empty',
    clause: 'customers.unknown',
    says: 'An unknown customer is read as an empty object.',
    mutate: findingAbsent('readCustomer', () => ({ customer: {} })),
  },
  {
    id: 'customers.unknown-deleted',
    clause: 'customers.unknown',
    says: 'Deleting a customer that never was is a success.',
    mutate: findingAbsent('deleteCustomer', () => ({})),
  },
  {
    id: 'customers.sign-ignored',
    clause: 'customers.unknown',
    says: 'A customer is also found by its id with a minus before it.',
    deep: true,
    mutate: afterGate('known-path', (exchange) => {
      if (isFor(exchange, 'readCustomer')) exchange.params.id = Math.abs(exchange.params.id)
    }),
  },
  {
    id: 'customers.search-lost-on-page-2',
    clause: 'customers.list',
    says: 'From page 2 on the search is forgotten.',
    deep: true,
    mutate: asking('listCustomers', (query) => {
      const { search: _, ...rest } = query
      return Number(query['page'] ?? 1) > 1 ? rest : query
    }),
  },
  {
    id: 'customers.tags-lost-on-page-2',
    clause: 'customers.read',
    says: 'From page 2 on the list shows no tags.',
    deep: true,
    mutate: changing('listCustomers', 'customers', (customers, { query }) =>
      Number(query['page'] ?? 1) > 1 ? customers.map((one) => ({ ...one, tags: '' })) : customers,
    ),
  },
  {
    id: 'customers.platform-id-for-id',
    clause: 'customers.unknown',
    says: 'A customer is also read by its platform_customer_id.',
    deep: true,
    mutate: afterGate('known-path', (exchange) => {
      const customers = [...(exchange.context?.store.customers.values() ?? [])]
      const meant = customers.find((each) => each.platform_customer_id === exchange.params.id)
      if (isFor(exchange, 'readCustomer') && meant) exchange.params.id = meant.id
    }),
  },
]

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const pattern = (source: string): RegExp => new RegExp(source, 'iu')

const textual = (fields: Fields, write: (value: object) => string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? write(value) : value,
    ]),
  )

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

/** The store's customers that a request does not name. */
const othersOf = ({ context, params }: ApiRequest): CustomerRecord[] =>
  [...context.store.customers.values()].filter(({ id }) => id !== params.id)

/** A fault that knows customers as they were before their first update. */
function withFirstState(fault: (first: ReadonlyMap<number, CustomerRecord>) => Change): Change {
  return fresh(() => {
    const first = new Map<number, CustomerRecord>()
    return all(
      around('updateCustomer', (request, handler) => {
        const before = request.context.store.customers.get(request.params.id)
        const answer = handler(request)
        if (before && !first.has(before.id)) first.set(before.id, before)
        return answer
      }),
      fault(first),
    )
  })
}

type Deleted = Map<number, { store: string; customer: CustomerRecord }>

const deletedOf = (deleted: Deleted, name: string): CustomerRecord[] =>
  [...deleted.values()].filter(({ store }) => store === name).map(({ customer }) => customer)

/** A fault of customers that were deleted. */
function withDeleted(fault: (deleted: Deleted) => Change): Change {
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
      fault(deleted),
    )
  })
}
