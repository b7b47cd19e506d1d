import type { ErrorKind } from '../../schemas/operations.ts'
import { OPERATIONS } from '../../schemas/operations.ts'
import { isObject, isSuccess, member, type Exchange } from '../server/client/exchange.ts'
import { isRateLimited } from '../server/client/rate-limit.ts'
import { instantOf } from '../server/instants.ts'
import { bodyBy } from '../server/learn/bodies.ts'
import { concludeExtraFields, concludeMoney, concludeQuota } from '../server/learn/conclusions.ts'
import { perRun } from '../server/per-run.ts'
import type { Session } from '../server/session.ts'
import type { Page } from './page.ts'
import type { Passed } from './passed.ts'
import { ERROR_LOOKS, type Look } from './learn-errors.ts'

/** Of each kind so many answers are remembered; the status that most of them have is the kind's. */
const MOST = 20

/** Error kinds as ordinary traffic shows them: only an answer whose kind is sure teaches anything. */
export class SeenKinds {
  readonly #answers = new Map<ErrorKind, Exchange[]>()

  learn(passed: Passed, { kinds, observations }: Session): void {
    const kind = isObject(passed.response.json) ? kindOf(passed) : null
    if (kind === null) return
    const answers = [...(this.#answers.get(kind) ?? []), passed].slice(-MOST)
    this.#answers.set(kind, answers)
    kinds.learn(kind, answers)
    const learned = kinds.learned(kind)
    if (!learned || kind === 'forbidden') return
    // Each of these kinds has a question of its name.
    const key = `status.${kind.replace('-', '_')}` as 'status.not_found'
    observations.observe(key, learned.status, learned.evidence)
    if (kind === 'conflict')
      observations.observe('body.conflict', bodyBy('body.conflict', learned.evidence), learned.evidence)
  }
}

function kindOf(passed: Passed): ErrorKind | null {
  const { operation, response, key, odd, violations } = passed
  if (operation === null || response.status < 400) return null
  if (isRateLimited(passed)) return 'rate-limited'
  if (response.status === 401) return 'unauthorized'
  if (key === 'none') return [401, 403].includes(response.status) ? 'unauthorized' : null
  const isOne = OPERATIONS[operation].method === 'GET' && OPERATIONS[operation].path.includes('{')
  if (isOne && !odd && [404, 410].includes(response.status)) return 'not-found'
  const isLacking = violations.some(({ rule, where }) => rule === 'missing' && where.startsWith('body'))
  if (isLacking && isObject(member(passed, 'errors'))) return 'unprocessable'
  return operation === 'bulkPdf' && [409, 423].includes(response.status) ? 'conflict' : null
}

const statuses: Look = (passed, { observations }) => {
  const { operation, response } = passed
  if (!isSuccess(passed) || passed.odd) return
  const { status } = response
  if (operation === 'createTemplate' || operation === 'createCustomer')
    observations.observe('status.created', status as 201, passed) // whichever it is: the dialect file is checked
  if (operation === 'bulkPdf' || operation === 'sendInvoiceEmail')
    observations.observe('status.queued', status as 200, passed) // as above
  if (operation !== 'deleteTemplate' && operation !== 'deleteCustomer') return
  observations.observe('status.deleted', status as 204, passed) // as above
  observations.observe('body.deleted', bodyBy('body.deleted', passed), passed)
}

const addresses: Look = (passed, { observations }) => {
  const customer = member(passed, 'customer')
  const isWrite = passed.operation === 'createCustomer' || passed.operation === 'updateCustomer'
  if (isWrite && isSuccess(passed) && isObject(customer))
    observations.observe('customers.addresses_on_write', 'addresses' in customer, passed)
}

const lists: Look = (passed, { observations }, page) => {
  if (!page || passed.odd) return
  if (page.meta.total === 0)
    observations.observe('meta.empty_total_pages', page.meta.total_pages === 0 ? 0 : 1, passed)
  if (passed.operation !== 'listInvoices' || observations.isSettled('list.order')) return
  const times = page.items.map(({ created_at }) => instantOf(created_at))
  if (new Set(times).size < 3 || times.some(Number.isNaN)) return
  const isFalling = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? time))
  const isRising = times.every((time, at) => at === 0 || time >= (times[at - 1] ?? time))
  if (isFalling || isRising)
    observations.observe('list.order', isFalling ? 'newest_first' : 'oldest_first', passed)
}

/** The invoices of orders, by key and order: the second creation answers the one that there is. */
const invoices = perRun<string, unknown>()

const existing: Look = (passed, session) => {
  const { operation, input, response, token } = passed
  const invoice = member(passed, 'invoice')
  if (operation !== 'createInvoice' || !isSuccess(passed) || passed.odd) return
  if (!isObject(input) || !isObject(invoice) || session.observations.isSettled('status.existing')) return
  const slug = invoice['slug']
  const order = `${String(token)} ${String(input['order_id'])} ${String(input['draft'] ?? false)}`
  let isFirst = false
  const first = invoices(session, order, () => {
    isFirst = true
    return slug
  })
  if (!isFirst && first === slug)
    session.observations.observe('status.existing', response.status as 200, passed) // the dialect file is checked
}

/** What all answers together say. */
export function conclude(observations: Session['observations'], keys: number): void {
  concludeMoney(observations)
  concludeExtraFields(observations)
  // Each store may have its own.
  if (keys === 1) concludeQuota(observations)
}

const LOOKS: readonly Look[] = [statuses, existing, addresses, lists, ...ERROR_LOOKS]

/** Notes what an answer shows of the open questions, beside what the watchers do. */
export function observe(passed: Passed, session: Session, page: Page | null): void {
  for (const look of LOOKS) look(passed, session, page)
}
