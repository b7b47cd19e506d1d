import type { OperationId } from '../../../schemas/operations.ts'
import type { Check } from '../../check.ts'
import type { Call } from '../../client/client.ts'
import { isObject, isSuccess, member, type Exchange } from '../../client/exchange.ts'
import { isRateLimited } from '../../client/rate-limit.ts'
import { operationsWhere, type Trial } from '../../judge/trial.ts'
import { UNLIKELY_ID } from '../../learn/preflight.ts'
import { Inventory } from '../../store/inventory.ts'
import { ENVELOPES } from '../../watch/shape/envelopes.ts'
import { judgeLimited } from './limited-answer.ts'
import { spend, spendLimit, spendUntilLimited, waitUntilServed } from './spend.ts'

const CLAUSE = 'rate.every-operation'
const LISTED = operationsWhere(({ errors }) => (errors as readonly string[]).includes('rate-limited'))

/**
 * rate.every-operation: each that lists rate-limited answers it. The limit is spent by reading first, so that a write
 * is seldom carried out; what is then still served is called on its own.
 */
export const everyOperation: Check = {
  name: 'every operation beyond the rate limit',
  clauses: [CLAUSE, 'rate.limited-body', 'rate.reset-header'],
  async run(trial: Trial) {
    if (!(await waitUntilServed(trial))) trial.notExercised('the rate-limited store is not served')
    const calls = await callsOf(trial)
    let created = false
    for (const operation of trial.permitted(CLAUSE, LISTED)) {
      const call = calls[operation]
      if (call === null) leaveOut(trial, operation)
      else created = (await judgeOperation(trial, operation, call)) || created
    }
    if (created) await removeCreated(trial)
  },
}

function leaveOut(trial: Trial, operation: OperationId): void {
  trial.session.record
    .of(CLAUSE)
    .left_out.add(`${operation} (the rate-limited store has nothing to call it on)`)
}

/**
 * A call of each operation that gets past not-found and unprocessable, which may come first (question
 * errors.precedence); null where the store has nothing to call it on.
 */
async function callsOf(trial: Trial): Promise<{ [operation in OperationId]?: Call | null }> {
  const inventory = new Inventory(trial.session.client, 'rate_limited')
  const slug = (await inventory.invoices()).items[0]?.slug
  const template = (await inventory.templates()).items[0]
  const customer = (await inventory.customers()).items[0]
  const onInvoice = slug === undefined ? null : { params: { slug } }
  const onTemplate = template ? { params: { id: template.id } } : null
  const onCustomer = customer ? { params: { id: customer.id } } : null
  return {
    searchInvoices: { query: { q: trial.session.marker } },
    createInvoice: { body: { order_id: UNLIKELY_ID } },
    readInvoice: onInvoice,
    readInvoicePdf: onInvoice,
    regenerateInvoice: onInvoice,
    sendInvoiceEmail: onInvoice && { ...onInvoice, body: {} },
    readTemplate: onTemplate,
    updateTemplate: onTemplate && { ...onTemplate, body: { template: { name: template!.name } } },
    deleteTemplate: { params: { id: UNLIKELY_ID } },
    readCustomer: onCustomer,
    updateCustomer: onCustomer && { ...onCustomer, body: { customer: { first_name: customer!.first_name } } },
    deleteCustomer: { params: { id: UNLIKELY_ID } },
    createTemplate: { body: templateBody(trial) },
    createCustomer: { body: customerBody(trial) },
    updateSettings: { body: { settings: {} } },
  }
}

/** Returns whether a creation was carried out on the way. */
async function judgeOperation(trial: Trial, operation: OperationId, call: Call = {}): Promise<boolean> {
  const answers: Exchange[] = []
  for (let attempt = 0; attempt < 4; attempt++) {
    const spent = await spendLimit(trial)
    if (!spent) trial.notExercised('the rate-limited key was not limited within 200 requests')
    const exchange = await spend(trial, operation, call)
    if (!isRateLimited(exchange)) answers.push(spent, exchange)
    else {
      judgeLimited(trial, exchange)
      trial.pass(CLAUSE)
      return createdBy(answers)
    }
  }
  // Refused for another reason each time: that reason may come before the limit.
  if (answers.every((answer, index) => index % 2 === 0 || !isSuccess(answer))) {
    return judgeByRecord(trial, operation)
  }
  const own = await spendUntilLimited(trial, operation, call)
  trial.judge(CLAUSE, own !== null, {
    message: `${operation} is served beyond the limit`,
    expected: 'the rate-limited error within 200 requests',
    exchanges: answers.slice(0, 4),
  })
  return true
}

/** A deletion gets past not-found with a record of its own; what else was refused cannot be told. */
async function judgeByRecord(trial: Trial, operation: OperationId): Promise<boolean> {
  const made = DELETIONS[operation]
  if (!made || !(await waitUntilServed(trial))) {
    leaveOut(trial, operation)
    return false
  }
  const body = made === 'createTemplate' ? templateBody(trial) : customerBody(trial)
  const { id } = resultOf(await spend(trial, made, { body }))
  const spent = await spendLimit(trial)
  if (typeof id !== 'number' || !spent) leaveOut(trial, operation)
  else {
    const exchange = await spend(trial, operation, { params: { id } })
    trial.judge(CLAUSE, isRateLimited(exchange), {
      message: `${operation} is served beyond the limit`,
      expected: 'the rate-limited error',
      exchanges: [spent, exchange],
    })
  }
  return true
}

const DELETIONS: { [operation in OperationId]?: 'createTemplate' | 'createCustomer' } = {
  deleteTemplate: 'createTemplate',
  deleteCustomer: 'createCustomer',
}

const templateBody = ({ session }: Trial) => ({
  template: { name: `Limited ${session.marker}`, template_type: 'invoice' },
})

const customerBody = ({ session }: Trial) => ({
  customer: {
    email: `limited.${session.marker}@example.com`,
    first_name: 'Limited',
    last_name: session.marker,
  },
})

function resultOf(exchange: Exchange): { [field: string]: unknown } {
  const result = member(exchange, ENVELOPES[exchange.operation!] ?? '')
  return isObject(result) ? result : {}
}

const createdBy = (answers: readonly Exchange[]) =>
  answers.some(
    (answer) =>
      isSuccess(answer) && (answer.operation === 'createTemplate' || answer.operation === 'createCustomer'),
  )

/** Templates and customers that came through while the limit was sought. */
async function removeCreated(trial: Trial): Promise<void> {
  if (!trial.session.client.permits('deleteTemplate')) return
  const key = 'rate_limited'
  const found = await trial.call('listCustomers', {
    query: { search: trial.session.marker, per_page: 250 },
    key,
  })
  for (const one of marked(trial, found, 'customers'))
    await trial.call('deleteCustomer', { params: { id: one.id }, key })
  for (const one of marked(trial, await trial.call('listTemplates', { key }), 'templates')) {
    await trial.call('deleteTemplate', { params: { id: one.id }, key })
  }
}

function marked(trial: Trial, exchange: Exchange, name: string): { id: number }[] {
  const list = member(exchange, name)
  return Array.isArray(list) ? list.filter((item) => JSON.stringify(item).includes(trial.session.marker)) : []
}
