import type { ErrorKind } from '../../schemas/operations.ts'
import { OPERATIONS } from '../../schemas/operations.ts'
import { isObject, isSuccess, member, type Exchange } from '../server/client/exchange.ts'
import { isRateLimited } from '../server/client/rate-limit.ts'
import { instantOf } from '../server/instants.ts'
import type { Session } from '../server/session.ts'
import type { Passed } from './passed.ts'
import { pageIn } from './relations/pages.ts'

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
  }
}

function kindOf(passed: Passed): ErrorKind | null {
  const { operation, response, key, odd, violations } = passed
  if (operation === null || response.status < 400) return null
  if (isRateLimited(passed)) return 'rate-limited'
  if (key === 'none') return [401, 403].includes(response.status) ? 'unauthorized' : null
  const isOne = OPERATIONS[operation].method === 'GET' && OPERATIONS[operation].path.includes('{')
  if (isOne && !odd && [404, 410].includes(response.status)) return 'not-found'
  const isLacking = violations.some(({ rule, where }) => rule === 'missing' && where.startsWith('body'))
  if (isLacking && isObject(member(passed, 'errors'))) return 'unprocessable'
  return operation === 'bulkPdf' && [409, 423].includes(response.status) ? 'conflict' : null
}

type Look = (passed: Passed, session: Session) => void

const statuses: Look = (passed, { observations }) => {
  const { operation, response } = passed
  if (!isSuccess(passed) || passed.odd) return
  const { status, text, json } = response
  if (operation === 'createTemplate' || operation === 'createCustomer')
    observations.observe('status.created', status as 201, passed) // whichever it is: the dialect file is checked
  if (operation === 'bulkPdf' || operation === 'sendInvoiceEmail')
    observations.observe('status.queued', status as 200, passed) // as above
  if (operation !== 'deleteTemplate' && operation !== 'deleteCustomer') return
  observations.observe('status.deleted', status as 204, passed) // as above
  const body = text === '' ? 'none' : isObject(json) && 'message' in json ? 'message' : 'object'
  observations.observe('body.deleted', body, passed)
}

const addresses: Look = (passed, { observations }) => {
  const customer = member(passed, 'customer')
  const isWrite = passed.operation === 'createCustomer' || passed.operation === 'updateCustomer'
  if (isWrite && isSuccess(passed) && isObject(customer))
    observations.observe('customers.addresses_on_write', 'addresses' in customer, passed)
}

const lists: Look = (passed, { observations }) => {
  const page = pageIn(passed)
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

/** What a server makes of requests that break the contract in one way alone. */
const mistakes: Look = (passed, { observations, kinds }) => {
  const [only, ...others] = passed.violations
  if (!only || others.length > 0 || passed.key === 'none' || isRateLimited(passed)) return
  const { where, rule } = only
  if (passed.operation === 'searchInvoices' && where === 'query.q' && passed.query['q'] === '') {
    const total = isObject(member(passed, 'meta')) ? pageIn(passed)?.meta.total : undefined
    if (kinds.is('unprocessable', passed)) observations.observe('search.empty_q', 'unprocessable', passed)
    else if (total === 0) observations.observe('search.empty_q', 'nothing', passed)
    else if (total !== undefined) observations.observe('search.empty_q', 'everything', passed)
  }
  if (passed.operation === 'listInvoices' && rule === 'range') {
    const page = pageIn(passed)
    if (kinds.is('unprocessable', passed)) observations.observe('pagination.out_of_range', 'rejected', passed)
    else if (page && where === 'query.per_page' && page.asked.per_page > 250)
      observations.observe(
        'pagination.out_of_range',
        page.meta.per_page === 250 ? 'clamped' : 'defaults',
        passed,
      )
  }
}

const LOOKS: readonly Look[] = [statuses, addresses, lists, mistakes]

/** Notes what an answer shows of the open questions, beside what the watchers do. */
export function observe(passed: Passed, session: Session): void {
  for (const look of LOOKS) look(passed, session)
}
