import type { ApiRequest } from '../../../mock-server/seams.ts'
import {
  afterHandler,
  amending,
  around,
  asking,
  changing,
  changingEach,
  leavingOut,
  type Query,
} from './answers.ts'
import type { Fields, Write } from './bodies.ts'
import { withoutGate } from './gates.ts'
import { keepingFirst } from './memory.ts'
import { all, type Faults, type FaultsOf, fresh } from './mutant.ts'
import { eachText, edit, fieldsOf, ignoring, sending, without } from './writes.ts'

/** What goes wrong with single templates: one beside another, one list, one moment. */
export const TEMPLATE_SLIPS: Partial<FaultsOf<'templates'>> = {
  'templates.list': {
    'The list of templates ends at 25': changing('listTemplates', 'templates', (items) => items.slice(0, 25)),
  },
  'templates.create': longCut('createTemplate'),
  'templates.update': {
    ...longCut('updateTemplate'),
    ...caseBlind('updateTemplate', ({ context, params }) => context.store.templates.get(params.id)),
    'An update does not take false': ignoring('updateTemplate', (value) => value === false),
    'An update touches the oldest template': around('updateTemplate', (request, handler) => {
      const oldest = Math.min(...[...request.context.store.templates.values()].map(({ id }) => id))
      edit(request.context.store.templates, oldest, { font_size: Number(request.params.id) })
      return handler(request)
    }),
    'The list keeps the prefix that a template was made with': keepingFirst<string>((first) =>
      amending('listTemplates', ({ id, invoice_number_prefix }) => ({
        invoice_number_prefix: first(id, () => invoice_number_prefix),
      })),
    ),
  },
  'templates.delete': {
    'A deletion takes the next template along': afterHandler('deleteTemplate', ({ context, params }) => {
      context.store.templates.delete(params.id + 1)
    }),
  },
  'templates.updated-at': {
    'An update that changes nothing takes updated_at back': around('updateTemplate', (request, handler) => {
      const { templates } = request.context.store
      const before: Fields = { ...templates.get(request.params.id) }
      const isSame = Object.entries(fieldsOf(request)).every(([name, value]) => before[name] === value)
      const answer = handler(request)
      if (isSame) edit(templates, request.params.id, { updated_at: before['created_at'] })
      return answer
    }),
  },
}

/** What goes wrong with single customers. */
export const CUSTOMER_SLIPS: Partial<FaultsOf<'customers'>> = {
  'customers.create': {
    ...longCut('createCustomer'),
    'Every third customer is stored without emoji': fresh(() => {
      let count = 0
      return afterHandler('createCustomer', ({ context }, { customer: { id, first_name } }) => {
        const plain = first_name.replace(/\p{Extended_Pictographic}/gu, '')
        if (++count % 3 === 0) edit(context.store.customers, id, { first_name: plain })
      })
    }),
  },
  'customers.update': {
    ...longCut('updateCustomer'),
    ...caseBlind('updateCustomer', ({ context, params }) => context.store.customers.get(params.id)),
    'An update of some fields resets one of the others': sending('updateCustomer', (fields) => ({
      tags: '',
      ...fields,
    })),
  },
  'customers.delete': {
    'A customer can be deleted twice': all(
      withoutGate('existing', ({ operation }) => operation === 'deleteCustomer'),
      around('deleteCustomer', ({ context, params }) => {
        context.store.customers.delete(params.id)
        return { outcome: 'deleted', body: null }
      }),
    ),
  },
  'customers.read': {
    'Some reads show another phone than the list': changing('readCustomer', 'customer', (customer) =>
      customer.id % 5 === 0 ? { ...customer, phone: '0' } : customer,
    ),
    'Later pages of the list show no tags': changingEach(
      'listCustomers',
      'customers',
      (customer, { query }) => (isFirst(query) ? customer : { ...customer, tags: '' }),
    ),
  },
  'customers.list': {
    'Later pages of a search are those of the list': asking('listCustomers', (query) =>
      isFirst(query) ? query : leavingOut(query, 'search'),
    ),
  },
  'customers.output-only': {
    'An update drops the addresses': around('updateCustomer', (request, handler) => {
      edit(request.context.store.customers, request.params.id, { addresses: [] })
      return handler(request)
    }),
  },
}

const isFirst = (query: Query): boolean => Number(query['page'] ?? 1) === 1

function longCut(write: Write): Faults {
  return {
    [`Texts end after 255 characters at ${write}`]: sending(
      write,
      eachText((text) => text.slice(0, 255)),
    ),
  }
}

function caseBlind(write: Write, before: (request: ApiRequest) => object | undefined): Faults {
  return {
    'A change in letter case alone is taken for none': sending(write, (fields, request) => {
      const old: Fields = { ...before(request) }
      return without((text, name) => String(text).toLowerCase() === String(old[name]).toLowerCase())(fields)
    }),
  }
}
