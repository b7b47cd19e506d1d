import type { OperationId } from '../../../schemas/operations.ts'
import { check } from '../../judge/check.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { isRateLimited } from '../../server/client/rate-limit.ts'
import type { Law } from '../../judge/law.ts'
import { created, customerInput, deleteOwn, templateInput } from '../../server/store/own-records.ts'
import { harmlessCalls } from '../auth/every-operation.ts'
import { LISTED } from './every-operation.ts'
import { isLimited, limited, spend } from './spend.ts'
const READERS: readonly (OperationId | null)[] = [
  'readSettings',
  'listInvoices',
  'listTemplates',
  'listCustomers',
]

/** So often the judged store must be refused: once it may be by a limit of its own. */
const REFUSALS = 3
const MOST_TRIES = 6
const PAUSE_MS = 400

/**
 * rate.per-key: the judged store is served at every operation while the other is limited. It comes last, when nobody
 * else spends a limit that the judged store may have too.
 */
export const perKey = check('rate.per-key', {
  name: "another store's exhausted limit",
  when: 'last',
  async run(law) {
    const calls = { ...(await harmlessCalls(law)), ...(await creations(law)) }
    for (const operation of law.permitted(LISTED)) await judgeServed(law, operation, calls[operation])
  },
})

/** What these make is deleted at once. */
async function creations({ session }: Law): Promise<{ [operation in OperationId]?: Call }> {
  return {
    createTemplate: { body: { template: await templateInput(session) } },
    createCustomer: { body: { customer: customerInput(session) } },
  }
}

async function judgeServed(law: Law, operation: OperationId, call: Call): Promise<void> {
  const refused: Exchange[] = []
  for (let attempt = 0; attempt < MOST_TRIES && refused.length < 2 * REFUSALS; attempt++) {
    const spent = await limited(law)
    const ours = await law.call(operation, { ...call, keep_rate_limited: true })
    const still = await spend(law, spent.operation!)
    await takeBack(law, ours)
    if (!isLimited(law, still)) continue
    if (!isRateLimited(ours)) return judgeAnswer(law, [spent, ours, still])
    refused.push(spent, ours)
    await ownLimitPast(law)
  }
  if (refused.length < 2 * REFUSALS) return
  throw law.violation({
    message: `${operation} was answered rate-limited ${REFUSALS} times, each time that another store's limit was exhausted`,
    expected: 'the other store served',
    exchanges: refused,
  })
}

/**
 * The limit of its own that the judged store may have is waited out: nobody spends it now. What retry_after tells is
 * not trusted, as the refusal may be another store's.
 */
async function ownLimitPast(law: Law): Promise<void> {
  const end = Date.now() + law.target.patience_ms
  while (isRateLimited(await law.call('readSettings', { keep_rate_limited: true }))) {
    if (Date.now() > end) law.notExercised('the judged store is rate-limited itself')
    await law.pause(PAUSE_MS)
  }
  await law.pause(PAUSE_MS)
}

/** A call that is harmless where it is carried out may be refused, but the readers are served. */
function judgeAnswer(law: Law, exchanges: [Exchange, Exchange, Exchange]): void {
  const [, ours] = exchanges
  law.judge(isSuccess(ours) || !READERS.includes(ours.operation), {
    expected: 'the other store served',
    exchanges,
  })
}

/** Deletes what a creation made, and nothing else. */
async function takeBack({ session }: Law, exchange: Exchange): Promise<void> {
  const made = MADE.find(({ operation }) => operation === exchange.operation)
  const record = made && created<{ id: number }>(session, made.many, exchange, made.one)
  if (record) await deleteOwn(session, made.many, record.id)
}

const MADE = [
  { operation: 'createTemplate', many: 'templates', one: 'template' },
  { operation: 'createCustomer', many: 'customers', one: 'customer' },
] as const
