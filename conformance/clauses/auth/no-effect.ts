import type { Template } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Call } from '../../server/client/client.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import {
  createCustomer,
  createTemplate,
  customerInput,
  deleteOwn,
  templateInput,
} from '../../server/store/own-records.ts'
import { records } from '../../server/store/inventory.ts'
import { puttingBack, remember } from '../settings/change.ts'
import { sameStated } from '../stated-fields.ts'
import { nearTokens } from './keys.ts'

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
  /** Whether the answer shows what the write would have done, where others change that part as well. */
  isDone?(shown: Exchange): boolean
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
export const unauthorizedNoEffect = check('auth.unauthorized-no-effect', {
  name: 'writes that are answered unauthorized',
  run: (law) =>
    puttingBack(law, async () => {
      const template = await createTemplate(law.session)
      const customer = await createCustomer(law.session)
      try {
        for (const attempt of await attempts(law, template.record?.id, customer.record?.id)) {
          const round = await tried(law, attempt)
          if (round) judgeRound(law, round)
        }
        await judgeInvoices(law)
      } finally {
        if (template.record) await deleteOwn(law.session, 'templates', template.record.id)
        if (customer.record) await deleteOwn(law.session, 'customers', customer.record.id)
      }
    }),
})

async function attempts(law: Law, template?: number, customer?: number): Promise<Attempt[]> {
  const { session } = law
  const other = `other ${session.marker}`
  const settings = settingsIn(await law.call('readSettings'))
  if ('footer_message' in settings) remember(law, settings, ['footer_message'])
  const customer_input = customerInput(session)
  const template_input = await templateInput(session)
  const list: Attempt[] = [
    {
      operation: 'updateSettings',
      call: { body: { settings: { footer_message: other } } },
      read: () => law.call('readSettings'),
      part: 'settings',
      isDone: (exchange) => settingsIn(exchange)['footer_message'] === other,
    },
    {
      operation: 'createTemplate',
      call: { body: { template: template_input } },
      read: () => law.call('listTemplates'),
      part: 'templates',
      isDone: (exchange) =>
        records<Template>(exchange, 'templates').some(({ name }) => name === template_input.name),
    },
    {
      operation: 'createCustomer',
      call: { body: { customer: customer_input } },
      // A text may be matched as a whole: the email is one.
      read: () => law.call('listCustomers', { query: { search: customer_input.email } }),
      part: 'customers',
    },
  ]
  if (template !== undefined) list.push(...templateAttempts(law, template, other))
  if (customer !== undefined) list.push(...customerAttempts(law, customer, other))
  return list
}

function settingsIn(exchange: Exchange): { [field: string]: unknown } {
  const settings = member(exchange, 'settings')
  return isObject(settings) ? settings : {}
}

function templateAttempts(law: Law, id: number, name: string): Attempt[] {
  const read = () => law.call('readTemplate', { params: { id } })
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

function customerAttempts(law: Law, id: number, last_name: string): Attempt[] {
  const read = () => law.call('readCustomer', { params: { id } })
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

/**
 * Orders that are to be invoiced anyway: where it is permitted, they must not be by this. Someone else may create an
 * invoice meanwhile, so that only what two attempts move was moved by us.
 */
async function judgeInvoices(law: Law): Promise<void> {
  if (!law.permits('createInvoice')) return
  const rounds: Round[] = []
  for (const order_id of law.target.order_ids.slice(-2)) {
    const round = await tried(law, {
      operation: 'createInvoice',
      call: { body: { order_id } },
      read: () => law.call('listInvoices', { query: { per_page: 1 } }),
      part: 'meta',
    })
    if (round === null || round.isSame) return
    rounds.push(round)
  }
  const [last] = rounds.slice(-1)
  if (last) judgeRound(law, last)
}

/** What an attempt came to. */
interface Round {
  attempt: Attempt
  before: Exchange
  writes: Exchange[]
  after: Exchange
  isSame: boolean
}

/** With each key in turn; null where one is taken for a good key, which is the business of auth.key-unknown. */
async function tried(law: Law, attempt: Attempt): Promise<Round | null> {
  const { operation, call, read, part, isDone } = attempt
  const before = await read()
  if (!isSuccess(before)) return null
  const keys: Call[] = [{ key: 'none' }, ...nearTokens(law).map((token) => ({ key: 'bad' as const, token }))]
  const writes: Exchange[] = []
  for (const key of keys) {
    const write = await law.call(operation, { ...call, ...key })
    if (isSuccess(write)) return null
    writes.push(write)
  }
  const after = await read()
  const isSame = isDone
    ? isDone(before) === isDone(after)
    : sameStated(SCHEMAS[part], member(before, part), member(after, part))
  return { attempt, before, writes, after, isSame: isSuccess(after) && isSame }
}

function judgeRound(law: Law, { attempt, before, writes, after, isSame }: Round): void {
  const { operation, part } = attempt
  law.judge(isSame, {
    message: `${operation} without a key and with keys that are nearly the store's was answered ${statusesOf(writes)}`,
    expected: `${part} as before: ${before.response.text.slice(0, 300)}`,
    exchanges: [before, ...writes, after],
  })
}

const statusesOf = (exchanges: readonly Exchange[]) =>
  [...new Set(exchanges.map(({ response }) => response.status))].join(', ')
