import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../../check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../client/exchange.ts'
import { isRateLimited } from '../../client/rate-limit.ts'
import type { Trial } from '../../judge/trial.ts'
import { everyOperation } from './every-operation.ts'
import { judgeLimited } from './limited-answer.ts'
import { lastSettings, spend, spendLimit, waits, waitUntilServed } from './spend.ts'

/** A limited answer, learned as the kind's own. */
async function limited(trial: Trial): Promise<Exchange> {
  const exchange = await spendLimit(trial)
  if (!exchange) trial.notExercised('the rate-limited key was not limited within 200 requests')
  trial.session.kinds.learn('rate-limited', [exchange])
  trial.session.observations.observe('status.rate_limited', exchange.response.status, exchange)
  return exchange
}

const body: Check = {
  name: 'the answer beyond the rate limit',
  clauses: ['rate.limited-body', 'rate.reset-header'],
  async run(trial) {
    judgeLimited(trial, await limited(trial))
  },
}

/** rate.per-key: the judged store, which is not spent, is served while the other is limited. */
const perKey: Check = {
  name: "another store's exhausted limit",
  clauses: ['rate.per-key'],
  async run(trial) {
    for (const operation of ['readSettings', 'listInvoices', 'listTemplates'] as const) {
      const spent = await limited(trial)
      const ours = await trial.call(operation, { keep_rate_limited: true })
      const still = await spend(trial, spent.operation!)
      if (!isRateLimited(still)) continue
      trial.judge('rate.per-key', isSuccess(ours), {
        expected: 'the other store served',
        exchanges: [spent, ours, still],
      })
    }
  },
}

const recovers: Check = {
  name: 'served again after retry_after',
  clauses: ['rate.recovers'],
  async run(trial: Trial) {
    const spent = await limited(trial)
    const start = Date.now()
    const tries = waits(spent).filter((wait) => wait <= trial.session.target.patience_ms)
    if (tries.length === 0) trial.notExercised('retry_after is longer than the patience of the target')
    for (const [index, wait] of tries.entries()) {
      await sleep(Math.max(0, start + wait + 300 - Date.now()))
      const again = await spend(trial, spent.operation!)
      if (!isRateLimited(again)) {
        trial.session.observations.observe(
          'rate.retry_after_unit',
          index === 0 ? 'milliseconds' : 'seconds',
          spent,
          again,
        )
        return trial.pass('rate.recovers')
      }
      if (index < tries.length - 1) continue
      if (tries.length < 2)
        trial.notExercised('retry_after in seconds is longer than the patience of the target')
      trial.fail('rate.recovers', {
        expected: `the store served ${wait} ms after the refusal`,
        exchanges: [spent, again],
      })
    }
  },
}

/** rate.limited-no-effect: writes beyond the limit, and what they would have changed. */
const noEffect: Check = {
  name: 'writes beyond the rate limit',
  clauses: ['rate.limited-no-effect'],
  async run(trial: Trial) {
    const mark = `Beyond ${trial.session.marker}`
    await limited(trial)
    const writes = await Promise.all([
      spend(trial, 'updateSettings', { body: { settings: { footer_message: mark } } }),
      spend(trial, 'createCustomer', {
        body: {
          customer: {
            email: `beyond.${trial.session.marker}@example.com`,
            first_name: 'Beyond',
            last_name: mark,
          },
        },
      }),
      spend(trial, 'createTemplate', { body: { template: { name: mark, template_type: 'invoice' } } }),
    ])
    await undoServed(trial, writes)
    const refused = writes.filter((write) => isRateLimited(write))
    if (refused.length === 0) trial.notExercised('the window ended before the writes came')
    if (!(await waitUntilServed(trial))) trial.notExercised('the rate-limited store is not served again')
    const after = [
      await trial.call('readSettings', { key: 'rate_limited' }),
      await trial.call('listCustomers', { query: { search: trial.session.marker }, key: 'rate_limited' }),
      await trial.call('listTemplates', { key: 'rate_limited' }),
    ]
    for (const [index, write] of writes.entries()) {
      const shown = after[index]!
      if (!isRateLimited(write) || !isSuccess(shown)) continue
      trial.judge('rate.limited-no-effect', !shown.response.text.includes(mark), {
        message: `${write.operation} was answered rate-limited and carried out`,
        expected: 'nothing changed',
        exchanges: [write, shown],
      })
    }
  },
}

/** Writes that came through because the window had just ended are taken back. */
async function undoServed(trial: Trial, [settings, customer, template]: Exchange[]): Promise<void> {
  const key = 'rate_limited'
  if (settings && isSuccess(settings)) {
    const footer_message = settingOf(lastSettings(trial), 'footer_message') ?? ''
    await trial.call('updateSettings', { body: { settings: { footer_message } }, key })
  }
  const customerId = idOf(customer, 'customer')
  const templateId = idOf(template, 'template')
  if (customerId !== undefined) await trial.call('deleteCustomer', { params: { id: customerId }, key })
  if (templateId !== undefined) await trial.call('deleteTemplate', { params: { id: templateId }, key })
}

function settingOf(exchange: Exchange | undefined, field: string): unknown {
  const settings = exchange && member(exchange, 'settings')
  return isObject(settings) ? settings[field] : undefined
}

function idOf(exchange: Exchange | undefined, name: string): number | undefined {
  return exchange && isSuccess(exchange)
    ? (member(exchange, name) as { id?: number } | undefined)?.id
    : undefined
}

/** The rate-limited store is another than the judged one: its waiting need not hold up the rest. */
export const rateChecks: readonly Check[] = [body, perKey, recovers, everyOperation, noEffect].map(
  (check) => ({
    ...check,
    when: 'beside' as const,
  }),
)
