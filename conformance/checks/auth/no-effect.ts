import type { Check } from '../../check.ts'
import type { Call } from '../../client/client.ts'
import { isObject, isSuccess, member, type Exchange } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import {
  createCustomer,
  createTemplate,
  customerInput,
  deleteOwn,
  templateInput,
} from '../../store/own-records.ts'
import { puttingBack, remember } from '../settings/change.ts'
import { sameStated } from '../stated-fields.ts'
import { nearTokens } from './keys.ts'

const CLAUSE = 'auth.unauthorized-no-effect'

/** What a write would change, read with the good key before and after it. */
interface Attempt {
  operation:
    | 'createTemplate'
    | 'updateTemplate'
    | 'deleteTemplate'
    | 'createCustomer'
    | 'updateCustomer'
    | 'deleteCustomer'
    | 'updateSettings'
    | 'createInvoice'
  call: Call
  read(): Promise<Exchange>
  /** The part of the answer that must stay. */
  part: keyof typeof SCHEMAS
}

const SCHEMAS = {
  settings: 'resources/settings',
  template: 'resources/template',
  templates: 'resources/template',
  customer: 'resources/customer-detail',
  customers: 'resources/customer',
  meta: 'resources/meta',
} as const

/** Writes without a key, and with keys that are nearly the store's, on records of our own. */
export const unauthorizedNoEffect: Check = {
  name: 'writes that are answered unauthorized',
  clauses: [CLAUSE],
  run: (trial) =>
    puttingBack(trial, async () => {
      const template = await createTemplate(trial.session)
      const customer = await createCustomer(trial.session)
      try {
        for (const attempt of await attempts(trial, template.record?.id, customer.record?.id))
          await judgeAttempt(trial, attempt)
      } finally {
        if (template.record) await deleteOwn(trial.session, 'templates', template.record.id)
        if (customer.record) await deleteOwn(trial.session, 'customers', customer.record.id)
      }
    }),
}

async function attempts(trial: Trial, template?: number, customer?: number): Promise<Attempt[]> {
  const { session } = trial
  const other = `other ${session.marker}`
  const shown = member(await trial.call('readSettings'), 'settings')
  if (isObject(shown)) remember(trial, shown, ['footer_message'])
  const customer_input = customerInput(session)
  const list: Attempt[] = [
    {
      operation: 'updateSettings',
      call: { body: { settings: { footer_message: other } } },
      read: () => trial.call('readSettings'),
      part: 'settings',
    },
    {
      operation: 'createTemplate',
      call: { body: { template: await templateInput(session) } },
      read: () => trial.call('listTemplates'),
      part: 'templates',
    },
    {
      operation: 'createCustomer',
      call: { body: { customer: customer_input } },
      // A text may be matched as a whole: the email is one.
      read: () => trial.call('listCustomers', { query: { search: customer_input.email } }),
      part: 'customers',
    },
  ]
  if (template !== undefined) list.push(...templateAttempts(trial, template, other))
  if (customer !== undefined) list.push(...customerAttempts(trial, customer, other))
  return [...list, ...invoiceAttempts(trial)]
}

function templateAttempts(trial: Trial, id: number, name: string): Attempt[] {
  const read = () => trial.call('readTemplate', { params: { id } })
  return [
    {
      operation: 'updateTemplate',
      call: { params: { id }, body: { template: { name } } },
      read,
      part: 'template',
    },
    { operation: 'deleteTemplate', call: { params: { id } }, read, part: 'template' },
  ]
}

function customerAttempts(trial: Trial, id: number, last_name: string): Attempt[] {
  const read = () => trial.call('readCustomer', { params: { id } })
  return [
    {
      operation: 'updateCustomer',
      call: { params: { id }, body: { customer: { last_name } } },
      read,
      part: 'customer',
    },
    { operation: 'deleteCustomer', call: { params: { id } }, read, part: 'customer' },
  ]
}

/** An order that is to be invoiced anyway: where it is permitted, it must not be by this. */
function invoiceAttempts(trial: Trial): Attempt[] {
  if (!trial.session.client.permits('createInvoice')) return []
  const [order_id] = trial.session.target.order_ids.slice(-1)
  if (order_id === undefined) return []
  return [
    {
      operation: 'createInvoice',
      call: { body: { order_id } },
      read: () => trial.call('listInvoices', { query: { per_page: 1 } }),
      part: 'meta',
    },
  ]
}

/** With each key in turn; one that is taken for a good key is the business of auth.key-unknown. */
async function judgeAttempt(trial: Trial, { operation, call, read, part }: Attempt): Promise<void> {
  const before = await read()
  if (!isSuccess(before)) return
  const keys: Call[] = [
    { key: 'none' },
    ...nearTokens(trial).map((token) => ({ key: 'bad' as const, token })),
  ]
  const writes: Exchange[] = []
  for (const key of keys) {
    const write = await trial.call(operation, { ...call, ...key })
    if (isSuccess(write)) return
    writes.push(write)
  }
  const after = await read()
  trial.judge(
    CLAUSE,
    isSuccess(after) && sameStated(SCHEMAS[part], member(before, part), member(after, part)),
    {
      message: `${operation} without a key and with keys that are nearly the store's was answered ${statusesOf(writes)}`,
      expected: `${part} as before: ${before.response.text.slice(0, 300)}`,
      exchanges: [before, ...writes, after],
    },
  )
}

const statusesOf = (exchanges: readonly Exchange[]) =>
  [...new Set(exchanges.map(({ response }) => response.status))].join(', ')
