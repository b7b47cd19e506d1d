import type { Dialect } from '../../schemas/dialect.ts'
import type { Customer, CustomerAddress, CustomerDetail, CustomerInput } from '../../schemas/types.ts'
import type { CustomerRecord } from '../store/records.ts'
import type { Context } from './context.ts'
import { findCustomer } from './find.ts'
import { demand, demandsAgain, knownFields, updatable } from './input-fields.ts'
import { shownAddress } from './invoice-views.ts'
import { Refusal } from '../refusal.ts'
import { timestamp, touched } from './timestamps.ts'

const CUSTOMER_DEFAULTS = {
  email: '',
  first_name: '',
  last_name: '',
  phone: '',
  tax_number: '',
  eori_number: '',
  tags: '',
} as const satisfies Required<CustomerInput>

/** A customer as list, create and update answer it. */
export function customerOf({ addresses: _addresses, ...customer }: CustomerRecord): Customer {
  return customer
}

/** GET /customers/{id}: the only answer with addresses, unless the dialect says else. */
export function readCustomer({ store, dialect }: Context, id: number): CustomerDetail {
  return detailOf(findCustomer(store, id), dialect)
}

/** POST /customers: omitted fields are empty; the platform gives its own id (clause customers.create). */
export function createCustomer(context: Context, input: CustomerInput): Customer | CustomerDetail {
  const { store, world, dialect, nextId } = context
  demand('customer', dialect['customers.required'], input)
  refuseTakenEmail(context, input.email)
  const now = timestamp(world.now())
  const customer: CustomerRecord = {
    id: nextId(),
    ...CUSTOMER_DEFAULTS,
    ...knownFields('resources/customer-input', input),
    platform_customer_id: nextId(),
    created_at: now,
    updated_at: now,
    addresses: [],
  }
  store.customers.set(customer.id, customer)
  return written(context, customer)
}

/** PATCH /customers/{id}: changes the fields given (clause customers.update). */
export function updateCustomer(
  context: Context,
  id: number,
  input: CustomerInput,
): Customer | CustomerDetail {
  const { store, world, dialect } = context
  const before = findCustomer(store, id)
  const required = dialect['customers.required']
  if (demandsAgain(dialect)) demand('customer', required, input)
  refuseTakenEmail(context, input.email, id)
  const customer: CustomerRecord = {
    ...updatable(before, CUSTOMER_DEFAULTS, required, dialect),
    ...knownFields('resources/customer-input', input),
    updated_at: touched(world, before.updated_at),
  }
  store.customers.set(id, customer)
  return written(context, customer)
}

/** DELETE /customers/{id}. */
export function deleteCustomer({ store }: Context, id: number): void {
  store.customers.delete(findCustomer(store, id).id)
}

function written({ dialect }: Context, customer: CustomerRecord): Customer | CustomerDetail {
  return dialect['customers.addresses_on_write'] ? detailOf(customer, dialect) : customerOf(customer)
}

function detailOf(customer: CustomerRecord, dialect: Dialect): CustomerDetail {
  const shown = (address: CustomerAddress) => shownAddress(address, dialect['format.country'])
  return { ...customer, addresses: customer.addresses.map(shown) }
}

/** Where emails are unique, those of other customers are taken; letter case makes no other address. */
function refuseTakenEmail({ store, dialect }: Context, email: string | undefined, self?: number): void {
  if (!email) return
  const taken = store.indexes.customersByEmail.all(email.toLowerCase()).some(({ id }) => id !== self)
  if (taken && dialect['customers.unique_email'])
    throw new Refusal('unprocessable', { 'customer.email': ['is taken'] })
}
